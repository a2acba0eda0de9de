#include "summaries/compact.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "summaries/point_index.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxChoices = 70;  // with their options; others are left open

template <typename T>
int Compare(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

// Order of atoms and terms by what they say, the same in every table. Equal numbers mean equal
// values, so a comparison follows one path down to the first difference and stops.
class MeaningOrder {
 public:
  using Parts = absl::InlinedVector<Part, 2>;

  explicit MeaningOrder(const TermTable& terms) : terms_(terms) {}

  // The parts of a term, ordered by the meaning of their atoms. Parts of coefficient 0 say nothing.
  // The reference stays good.
  const Parts& PartsOf(TermId id) {
    const Parts& parts = terms_.term(id).parts;
    if (parts.empty() || (parts.size() == 1 && parts[0].coefficient != 0)) return parts;
    if (auto known = sorted_.find(id); known != sorted_.end()) return *known->second;
    Parts sorted;
    for (const Part& part : parts) {
      if (part.coefficient != 0) sorted.push_back(part);
    }
    std::sort(sorted.begin(), sorted.end(),
              [&](const Part& a, const Part& b) { return CompareAtoms(a.atom, b.atom) < 0; });
    return *sorted_.emplace(id, std::make_unique<const Parts>(std::move(sorted))).first->second;
  }

  int CompareTerms(TermId a, TermId b) {
    if (a == b) return 0;
    const Parts &x = PartsOf(a), &y = PartsOf(b);
    if (int order = Compare(x.size(), y.size())) return order;
    for (size_t i = 0; i < x.size(); ++i) {
      if (int order = CompareAtoms(x[i].atom, y[i].atom)) return order;
      if (int order = Compare(x[i].coefficient, y[i].coefficient)) return order;
    }
    return Compare(terms_.term(a).constant, terms_.term(b).constant);
  }

  int CompareAtoms(AtomId a, AtomId b) {
    if (a == b) return 0;
    const Atom &x = terms_.atom(a), &y = terms_.atom(b);
    if (int order = Compare(x.kind, y.kind)) return order;
    if (int order = CompareNames(x.name, y.name)) return order;
    if (int order = Compare(x.index, y.index)) return order;
    if (int order = Compare(x.is_pointer, y.is_pointer)) return order;
    if (int order = CompareContexts(x.context, y.context)) return order;
    return CompareTerms(x.argument, y.argument);
  }

 private:
  static int CompareNames(Name a, Name b) { return a == b ? 0 : Compare(NameText(a), NameText(b)); }

  int CompareContexts(ContextId a, ContextId b) {
    if (a == b) return 0;
    if (a == kNoContext || b == kNoContext) return a == kNoContext ? -1 : 1;
    const CallSite &x = terms_.context(a), &y = terms_.context(b);
    if (int order = CompareContexts(x.parent, y.parent)) return order;
    if (int order = CompareNames(x.procedure, y.procedure)) return order;
    return Compare(x.site, y.site);
  }

  const TermTable& terms_;
  absl::flat_hash_map<TermId, std::unique_ptr<const Parts>> sorted_;  // of several parts
};

class Compactor {
 public:
  explicit Compactor(const Summary& from)
      : from_(from),
        order_(from.terms),
        contexts_(from.terms.context_count(), kNothing),
        atoms_(from.terms.atom_count(), kNothing),
        terms_(from.terms.term_count(), kNothing),
        points_(from.points.size(), kNothing) {
    contexts_[kNoContext] = kNoContext;
    terms_[kZero] = kZero;
  }

  Summary Run() {
    to_.procedure = from_.procedure;
    to_.gaps = from_.gaps;
    to_.callees = from_.callees;
    std::sort(to_.callees.begin(), to_.callees.end(),
              [](Name a, Name b) { return NameText(a) < NameText(b); });
    to_.dropped_accesses = from_.dropped_accesses;
    for (const Exit& exit : from_.exits) AddExit(exit);
    for (Access access : from_.accesses) {
      access.address = MapTerm(access.address);
      for (TermId* term : {&access.value, &access.found, &access.added, &access.copied_from,
                           &access.first, &access.end}) {
        if (*term != kNothing) *term = MapTerm(*term);
      }
      for (ElementPart& part : access.in_elements) part.behind = MapTerm(part.behind);
      access.point = MapPoint(access.point);
      to_.accesses.push_back(access);
    }
    for (const Spawn& spawn : from_.spawns) AddSpawn(spawn);
    for (DeferredCall call : from_.deferred) {
      NoteCalled(call.callee);
      call.callee = MapTerm(call.callee);
      MapList(&call.arguments);
      call.point = MapPoint(call.point);
      to_.deferred.push_back(std::move(call));
    }
    to_.published = MapSet(
        from_.published,
        [&](const Published& a, const Published& b) {
          const int order = CompareTermPairs(a.address, a.value, b.address, b.value);
          return order != 0 ? order < 0 : order_.CompareTerms(a.condition, b.condition) < 0;
        },
        [&](const Published& p) {
          return Published{MapTerm(p.address), MapTerm(p.value), MapTerm(p.condition)};
        },
        [&](const Published& p) {
          return IsMapped(p.address) && IsMapped(p.value) && IsMapped(p.condition);
        });
    to_.stable = MapTerms(from_.stable);
    to_.sync_objects = MapSet(
        from_.sync_objects,
        [&](const SyncObject& a, const SyncObject& b) {
          return CompareTermPairs(a.address, a.count, b.address, b.count) < 0;
        },
        [&](const SyncObject& s) { return SyncObject{MapTerm(s.address), MapTerm(s.count)}; },
        [&](const SyncObject& s) { return IsMapped(s.address) && IsMapped(s.count); });
    to_.exposures = MapSet(
        from_.exposures,
        [&](const Exposure& a, const Exposure& b) {
          return order_.CompareTerms(a.object, b.object) < 0;
        },
        [&](Exposure exposure) {
          exposure.object = MapTerm(exposure.object);
          MapCells(&exposure.cells);
          return exposure;
        },
        [](const Exposure&) { return false; });
    to_.exposures_are_open = from_.exposures_are_open;
    to_.reaches = MapSet(
        from_.reaches,
        [&](const ReachOfPointer& a, const ReachOfPointer& b) {
          return order_.CompareTerms(a.address, b.address) < 0;
        },
        [&](const ReachOfPointer& p) { return ReachOfPointer{MapTerm(p.address), p.reach}; },
        [&](const ReachOfPointer& p) { return IsMapped(p.address); });
    to_.is_failure = from_.is_failure;
    MapChoices();
    KeepLoaded();
    to_.terms.Shrink();
    to_.points.shrink_to_fit();
    return std::move(to_);
  }

 private:
  TermId MapTerm(TermId id) {
    if (terms_[id] != kNothing) return terms_[id];
    Term term;
    term.constant = from_.terms.term(id).constant;
    for (const Part& part : order_.PartsOf(id)) {
      term.parts.push_back({MapAtom(part.atom), part.coefficient});
    }
    return terms_[id] = to_.terms.InternTerm(std::move(term));
  }

  AtomId MapAtom(AtomId id) {
    if (atoms_[id] != kNothing) return atoms_[id];
    Atom atom = from_.terms.atom(id);
    atom.context = MapContext(atom.context);
    atom.argument = MapTerm(atom.argument);
    atoms_[id] = to_.terms.InternAtom(atom);
    if (atom.kind == AtomKind::kPhi) {
      (atom.is_pointer ? pointer_choices_ : number_choices_).push_back(id);
    }
    return atoms_[id];
  }

  ContextId MapContext(ContextId id) {
    if (contexts_[id] != kNothing) return contexts_[id];
    CallSite site = from_.terms.context(id);
    site.parent = MapContext(site.parent);
    return contexts_[id] = to_.terms.InternContext(site);
  }

  // Options may mention choices again, also their own: they come last, one after the other, which
  // is pointers first: a pointer that is left open leads anywhere.
  void MapChoices() {
    is_flat_ = HasTooManyChoices();
    size_t mapped = 0, pointers = 0, numbers = 0;
    while (pointers < pointer_choices_.size() || numbers < number_choices_.size()) {
      const AtomId phi = pointers < pointer_choices_.size() ? pointer_choices_[pointers++]
                                                            : number_choices_[numbers++];
      const bool is_called =
          std::find(called_choices_.begin(), called_choices_.end(), phi) != called_choices_.end();
      MapChoice(phi, mapped++ < kMaxChoices || is_called);
    }
  }

  // Whether more choices of pointers would be mapped than keep their options.
  bool HasTooManyChoices() const {
    std::vector<AtomId> found = pointer_choices_;
    absl::flat_hash_set<AtomId> seen(found.begin(), found.end());
    for (size_t i = 0; i < found.size() && found.size() <= kMaxChoices; ++i) {
      for (TermId option : from_.terms.ChoiceOf(found[i]).options) {
        from_.terms.AnyAtomIn(option, [&](AtomId id) {
          const Atom& atom = from_.terms.atom(id);
          const bool is_choice = atom.kind == AtomKind::kPhi && atom.is_pointer;
          if (is_choice && seen.insert(id).second) found.push_back(id);
          return false;
        });
      }
    }
    return found.size() > kMaxChoices;
  }

  // The choice of pointers that the term is, no byte behind it; kNothing if it is none.
  AtomId PlainChoice(TermId term) const {
    const AtomId base = from_.terms.Base(term);
    const bool is_choice = base != kNothing && from_.terms.atom(base).kind == AtomKind::kPhi &&
                           from_.terms.term(term).parts.size() == 1 &&
                           from_.terms.term(term).constant == 0;
    return is_choice ? base : static_cast<AtomId>(kNothing);
  }

  // What the choice leads to, with what the choices that are options of it lead to in their place.
  // Of records that are linked and linked again there are many choices of each other, which all
  // yield the same few pointers. Unchanged if that is more than a choice can hold.
  Choice Flat(AtomId phi) const {
    Choice flat;
    std::vector<AtomId> followed = {phi};
    absl::flat_hash_set<AtomId> seen = {phi};
    for (size_t i = 0; i < followed.size(); ++i) {
      const Choice& choice = from_.terms.ChoiceOf(followed[i]);
      flat.open |= choice.open;
      for (TermId option : choice.options) {
        const AtomId inner = PlainChoice(option);
        if (inner == kNothing) {
          InsertSorted(&flat.options, option);
        } else if (seen.insert(inner).second) {
          followed.push_back(inner);
        }
      }
      if (flat.options.size() > TermTable::kMaxOptions) return from_.terms.ChoiceOf(phi);
    }
    return flat;
  }

  // A choice of functions that are called, or run by threads, is never one too many.
  void NoteCalled(TermId callee) {
    const AtomId base = from_.terms.Base(callee);
    if (base != kNothing && from_.terms.atom(base).kind == AtomKind::kPhi) {
      called_choices_.push_back(base);
    }
  }

  void MapChoice(AtomId phi, bool with_options) {
    if (!with_options) return to_.terms.OpenChoice(atoms_[phi]);
    const Choice choice =
        is_flat_ && from_.terms.atom(phi).is_pointer ? Flat(phi) : from_.terms.ChoiceOf(phi);
    for (TermId option : MapTerms(choice.options)) to_.terms.AddOption(atoms_[phi], option);
    if (choice.open) to_.terms.OpenChoice(atoms_[phi]);
  }

  // Of the cells that were loaded from, those are of use whose value the summary mentions.
  void KeepLoaded() {
    std::vector<bool> loaded(terms_.size(), false);
    for (AtomId id = 0; id < atoms_.size(); ++id) {
      const Atom& atom = from_.terms.atom(id);
      if (atoms_[id] == kNothing) continue;
      if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
        loaded[atom.argument] = true;
      }
    }
    const auto keep = [&](const std::vector<TermId>& cells) {
      std::vector<TermId> kept;
      for (TermId cell : cells) {
        if (loaded[cell]) kept.push_back(MapTerm(cell));
      }
      SortUnique(&kept);
      return kept;
    };
    to_.reloaded = keep(from_.reloaded);
    to_.renewed = keep(from_.renewed);
  }

  // Visits the elements of a set in an order that does not depend on the old numbers, then sorts
  // them by the new ones. Those that say nothing new, mostly all, may come in any order.
  template <typename T, typename Less, typename Map, typename IsMapped>
  std::vector<T> MapSet(std::vector<T> set, Less less, Map map, IsMapped is_mapped) {
    const auto mapped = std::partition(set.begin(), set.end(),
                                       [&](const T& element) { return !is_mapped(element); });
    std::sort(set.begin(), mapped, less);
    for (T& element : set) element = map(element);
    SortUnique(&set);
    return set;
  }

  bool IsMapped(TermId term) const { return terms_[term] != kNothing; }

  std::vector<TermId> MapTerms(const std::vector<TermId>& set) {
    return MapSet(
        set, [&](TermId a, TermId b) { return order_.CompareTerms(a, b) < 0; },
        [&](TermId term) { return MapTerm(term); }, [&](TermId term) { return IsMapped(term); });
  }

  int CompareTermPairs(TermId a1, TermId a2, TermId b1, TermId b2) {
    const int order = order_.CompareTerms(a1, b1);
    return order != 0 ? order : order_.CompareTerms(a2, b2);
  }

  std::vector<ThreadRange> MapRanges(const std::vector<ThreadRange>& ranges) {
    return MapSet(
        ranges,
        [&](const ThreadRange& a, const ThreadRange& b) {
          const int order = order_.CompareAtoms(a.token, b.token);
          return (order != 0 ? order : CompareTermPairs(a.low, a.high, b.low, b.high)) < 0;
        },
        [&](const ThreadRange& r) {
          return ThreadRange{MapAtom(r.token), MapTerm(r.low), MapTerm(r.high), r.certain,
                             r.ended_somewhere};
        },
        [&](const ThreadRange& r) {
          return atoms_[r.token] != kNothing && IsMapped(r.low) && IsMapped(r.high);
        });
  }

  std::vector<HeldLock> MapLocks(const std::vector<HeldLock>& locks) {
    return MapSet(
        locks,
        [&](const HeldLock& a, const HeldLock& b) {
          const int order = CompareTermPairs(a.lock, a.number, b.lock, b.number);
          return order != 0 ? order < 0 : a < b;  // the same ones: by what else is said
        },
        [&](HeldLock held) {
          held.lock = MapTerm(held.lock);
          held.number = MapTerm(held.number);
          return held;
        },
        [&](const HeldLock& held) { return IsMapped(held.lock) && IsMapped(held.number); });
  }

  std::vector<Arrivals> MapArrivals(const std::vector<Arrivals>& all) {
    return MapSet(
        all,
        [&](const Arrivals& a, const Arrivals& b) {
          return CompareTermPairs(a.barrier, a.count, b.barrier, b.count) < 0;
        },
        [&](const Arrivals& a) {
          return Arrivals{MapTerm(a.barrier), MapTerm(a.count), a.is_last};
        },
        [&](const Arrivals& a) { return IsMapped(a.barrier) && IsMapped(a.count); });
  }

  std::vector<FoundCount> MapCounts(const std::vector<FoundCount>& counts) {
    return MapSet(
        counts,
        [&](const FoundCount& a, const FoundCount& b) {
          const int order = CompareTermPairs(a.cell, a.bound, b.cell, b.bound);
          return order != 0 ? order < 0 : a.is_most < b.is_most;
        },
        [&](FoundCount count) {
          count.cell = MapTerm(count.cell);
          count.bound = MapTerm(count.bound);
          return count;
        },
        [&](const FoundCount& count) { return IsMapped(count.cell) && IsMapped(count.bound); });
  }

  std::vector<RingEnd> MapEnds(const std::vector<RingEnd>& ends) {
    return MapSet(
        ends,
        [&](const RingEnd& a, const RingEnd& b) {
          const int order = CompareTermPairs(a.cell, a.other, b.cell, b.other);
          return (order != 0 ? order : CompareTermPairs(a.number, a.limit, b.number, b.limit)) < 0;
        },
        [&](RingEnd end) {
          for (TermId* term : {&end.cell, &end.other, &end.number, &end.limit}) {
            *term = MapTerm(*term);
          }
          return end;
        },
        [&](const RingEnd& end) {
          return IsMapped(end.cell) && IsMapped(end.other) && IsMapped(end.number) &&
                 IsMapped(end.limit);
        });
  }

  PointId MapPoint(PointId id) {
    if (points_[id] != kNothing) return points_[id];
    const Point& from = from_.points[id];
    Point point;
    point.held = MapLocks(from.held);
    point.released = MapTerms(from.released);
    point.live = MapRanges(from.live);
    point.joined = MapRanges(from.joined);
    point.joined_handles = MapTerms(from.joined_handles);
    point.waited = MapTerms(from.waited);
    point.posted = MapTerms(from.posted);
    point.asked = MapTerms(from.asked);
    point.met = MapTerms(from.met);
    point.gates = MapTerms(from.gates);
    point.changes = MapTerms(from.changes);
    point.foreign = MapTerms(from.foreign);
    point.conditions = MapTerms(from.conditions);
    point.joined_unknown = from.joined_unknown;
    point.joined_on_some = from.joined_on_some;
    point.is_in_child = from.is_in_child;
    point.observed = MapSet(
        from.observed,
        [&](const Observation& a, const Observation& b) {
          const int cells = order_.CompareTerms(a.cell, b.cell);
          if (cells != 0 || a.is_difference() != b.is_difference()) {
            return cells != 0 ? cells < 0 : b.is_difference();
          }
          return a.is_difference() && order_.CompareTerms(a.other, b.other) < 0;
        },
        [&](Observation seen) {
          seen.cell = MapTerm(seen.cell);
          if (seen.is_difference()) seen.other = MapTerm(seen.other);
          return seen;
        },
        [&](const Observation& seen) {
          return IsMapped(seen.cell) && (!seen.is_difference() || IsMapped(seen.other));
        });
    point.announced = MapTerms(from.announced);
    point.announced_any = from.announced_any;
    point.contended = MapTerms(from.contended);
    point.ends = MapEnds(from.ends);
    point.counts = MapCounts(from.counts);
    point.arrivals = MapArrivals(from.arrivals);
    return points_[id] = point_ids_.FindOrAdd(point, &to_.points);
  }

  void MapList(std::vector<TermId>* list) {
    for (TermId& term : *list) term = MapTerm(term);
  }

  void MapCells(std::vector<CellEffect>* cells) {
    for (CellEffect& cell : *cells) {
      cell.address = MapTerm(cell.address);
      cell.value = MapTerm(cell.value);
      cell.low = MapTerm(cell.low);
      cell.high = MapTerm(cell.high);
    }
  }

  void AddExit(Exit exit) {
    exit.result = exit.has_result ? MapTerm(exit.result) : kZero;
    exit.point = MapPoint(exit.point);
    MapCells(&exit.cells);
    exit.escaped = MapSet(
        exit.escaped, [&](AtomId a, AtomId b) { return order_.CompareAtoms(a, b) < 0; },
        [&](AtomId atom) { return MapAtom(atom); },
        [&](AtomId atom) { return atoms_[atom] != kNothing; });
    to_.exits.push_back(std::move(exit));
  }

  void AddSpawn(Spawn spawn) {
    spawn.token = MapAtom(spawn.token);
    NoteCalled(spawn.entry);
    spawn.entry = MapTerm(spawn.entry);
    MapList(&spawn.arguments);
    MapCells(&spawn.cells);
    spawn.limits = MapTerms(spawn.limits);
    spawn.of_turn = MapTerms(spawn.of_turn);
    MapCells(&spawn.settled);
    spawn.point = MapPoint(spawn.point);
    to_.spawns.push_back(std::move(spawn));
  }

  const Summary& from_;
  Summary to_;
  MeaningOrder order_;
  // Old number to new; kNothing: not yet.
  std::vector<ContextId> contexts_;
  std::vector<AtomId> atoms_;
  std::vector<TermId> terms_;
  std::vector<PointId> points_;
  std::vector<AtomId> pointer_choices_;  // in the order in which they are found
  std::vector<AtomId> number_choices_;
  std::vector<AtomId> called_choices_;
  bool is_flat_ = false;
  PointIndex point_ids_;
};

}  // namespace

Summary Compact(const Summary& summary) { return Compactor(summary).Run(); }

}  // namespace plait
