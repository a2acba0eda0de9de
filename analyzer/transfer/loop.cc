#include "analyzer/transfer/loop.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/arrivals.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/join.h"
#include "analyzer/transfer/join_point.h"
#include "analyzer/transfer/joined_elements.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/row_locks.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Kinds of the atoms that IsMadeInLoop may hold for.
constexpr uint32_t kMadeInLoops =
    TermTable::KindBit(AtomKind::kPhi) | TermTable::KindBit(AtomKind::kUnknown);
constexpr uint32_t kLoaded =
    TermTable::KindBit(AtomKind::kInitial) | TermTable::KindBit(AtomKind::kShared);
constexpr uint32_t kIterations = TermTable::KindBit(AtomKind::kIteration);

CallSite OutermostCall(const TermTable& terms, ContextId path) {
  CallSite call = terms.context(path);
  while (call.parent != kNoContext) call = terms.context(call.parent);
  return call;
}

}  // namespace

bool IsMadeInLoop(const Frame& frame, uint32_t head, AtomId id) {
  const Atom& atom = frame.terms.atom(id);
  const bool is_made = atom.kind == AtomKind::kPhi || atom.kind == AtomKind::kUnknown;
  if (is_made && atom.context != kNoContext) {
    const CallSite call = OutermostCall(frame.terms, atom.context);
    if (call.procedure != frame.name) return false;
    const uint32_t block = frame.BlockOfSite(call.site);
    return block != FlowGraph::kNone && frame.graph.InLoop(block, head);
  }
  if (atom.name != frame.name) return false;
  if (atom.kind == AtomKind::kPhi) {
    auto found = frame.phi_blocks.find(id);
    return found != frame.phi_blocks.end() && frame.graph.InLoop(found->second, head);
  }
  if (atom.kind == AtomKind::kUnknown) {
    const uint32_t block = frame.BlockOfUnknown(atom);
    return block != FlowGraph::kNone && frame.graph.InLoop(block, head);
  }
  return false;
}

namespace {

// Whether what a choice may be has another meaning in the next turn of the loop, though the choice
// itself is not made anew by it: it mentions numbers or objects of the turn.
bool IsOfTurn(const Frame& frame, uint32_t head, AtomId iteration, AtomId phi,
              absl::flat_hash_set<AtomId>* seen) {
  if (!seen->insert(phi).second) return false;
  const TermTable& terms = frame.terms;
  return absl::c_any_of(terms.ChoiceOf(phi).options, [&](TermId option) {
    if ((terms.KindsIn(option) & (kMadeInLoops | kIterations)) == 0) return false;
    return terms.AnyAtomIn(option, [&](AtomId atom) {
      if (atom == iteration) return true;
      if (!IsMadeInLoop(frame, head, atom)) return false;
      const bool is_pointer_choice =
          terms.atom(atom).kind == AtomKind::kPhi && terms.atom(atom).is_pointer;
      return !is_pointer_choice || IsOfTurn(frame, head, iteration, atom, seen);
    });
  });
}

class OldVersions {
 public:
  // `forgotten`: addresses, sorted; what was loaded from there is not what the next turn finds.
  OldVersions(Frame& frame, uint32_t head, std::vector<TermId> forgotten)
      : frame_(frame),
        head_(head),
        iteration_(frame.IterationOf(head)),
        forgotten_(std::move(forgotten)),
        kinds_(kMadeInLoops | (forgotten_.empty() ? 0 : kLoaded)) {}

  uint32_t kinds() const { return kinds_; }

  TermId Of(TermId term) {
    if ((frame_.terms.KindsIn(term) & kinds_) == 0) return term;
    return frame_.terms.Substitute(term, [&](AtomId atom) -> TermId {
      if (!IsMadeInLoop(frame_, head_, atom)) return IsForgotten(atom) ? OfAtom(atom) : kNothing;
      // A choice that a call made is renamed only where that tells two turns apart.
      const Atom& a = frame_.terms.atom(atom);
      const bool is_of_call = a.kind == AtomKind::kPhi && a.context != kNoContext;
      if (is_of_call && a.is_pointer && !IsChoiceOfTurn(atom)) return kNothing;
      return OfAtom(atom);
    });
  }

 private:
  bool IsForgotten(AtomId id) const {
    const Atom& atom = frame_.terms.atom(id);
    return (TermTable::KindBit(atom.kind) & kLoaded) != 0 &&
           ContainsSorted(forgotten_, atom.argument);
  }

  TermId OfAtom(AtomId atom) {
    TermTable& terms = frame_.terms;
    const bool is_pointer = terms.atom(atom).is_pointer;
    const AtomId old =
        frame_.Phi(Frame::PhiTag::kOldTurn, head_, {.term = terms.Of(atom)}, is_pointer);
    frame_.phi_blocks.erase(old);
    if (terms.atom(atom).kind != AtomKind::kPhi || !is_pointer || !IsChoiceOfTurn(atom)) {
      terms.AddOption(old, terms.Of(atom));
      return terms.Of(old);
    }
    if (!under_way_.insert(atom).second) return terms.Of(old);
    const TermId any = terms.Any();
    const Choice choice = terms.ChoiceOf(atom);
    for (TermId option : choice.options) {
      terms.AddOption(old, terms.Substitute(Of(option), [&](AtomId a) {
        return a == iteration_ ? any : kNothing;
      }));
    }
    // Named as of this turn before it was known that this matters: that is one more than it may be.
    const bool is_of_this_turn_only = terms.ChoiceOf(old).options == std::vector{terms.Of(atom)};
    if (choice.open || is_of_this_turn_only) terms.OpenChoice(old);
    return terms.Of(old);
  }

  // Once it is so, it stays so; that it is not is known until some choice changes.
  bool IsChoiceOfTurn(AtomId phi) {
    Frame::OfTurn& known = frame_.of_turn[{head_, phi}];
    const uint64_t version = frame_.terms.choice_version();
    if (known.holds || (known.is_known && known.version == version)) return known.holds;
    absl::flat_hash_set<AtomId> seen;
    known = {IsOfTurn(frame_, head_, iteration_, phi, &seen), true, version};
    return known.holds;
  }

  Frame& frame_;
  const uint32_t head_;
  const AtomId iteration_;
  const std::vector<TermId> forgotten_;
  const uint32_t kinds_;
  absl::flat_hash_set<AtomId> under_way_;
};

}  // namespace

TermId OldVersion(Frame& frame, uint32_t head, TermId term) {
  return OldVersions(frame, head, {}).Of(term);
}

namespace {

// Only terms with atoms of one of the kinds are rewritten.
template <typename Rewrite>
void RewriteState(Frame& frame, State* state, uint32_t kinds, const Rewrite& rewrite_one) {
  absl::flat_hash_map<TermId, TermId> rewritten;  // most terms occur several times
  auto rewrite = [&](TermId term) {
    if ((frame.terms.KindsIn(term) & kinds) == 0) return term;
    auto known = rewritten.find(term);
    if (known != rewritten.end()) return known->second;
    const TermId result = rewrite_one(term);
    rewritten.emplace(term, result);
    frame.reaches.Rename(term, result);
    return result;
  };
  auto apply = [&](TermId* term) {
    if (*term != kNothing) *term = rewrite(*term);
  };
  for (TermId& r : state->registers) apply(&r);
  for (Cell& cell : state->cells) {
    apply(&cell.address);
    apply(&cell.value);
    apply(&cell.low);
    apply(&cell.high);
  }
  Point& point = state->point;
  for (HeldLock& lock : point.held) {
    apply(&lock.lock);
    apply(&lock.number);
  }
  for (ThreadRange& range : point.live) {
    apply(&range.low);
    apply(&range.high);
  }
  for (ThreadRange& range : point.joined) {
    apply(&range.low);
    apply(&range.high);
  }
  for (auto* set :
       {&point.released, &point.joined_handles, &point.waited, &point.posted, &point.asked,
        &point.met, &point.changes, &point.foreign, &point.announced, &point.contended}) {
    for (TermId& term : *set) apply(&term);
    SortUnique(set);
  }
  for (Observation& seen : point.observed) {
    apply(&seen.cell);
    if (seen.is_difference()) apply(&seen.other);
  }
  SortUnique(&point.observed);
  for (RingEnd& end : point.ends) {
    for (TermId* term : {&end.cell, &end.other, &end.number, &end.limit}) apply(term);
  }
  SortUnique(&point.ends);
  for (FoundCount& count : point.counts) {
    apply(&count.cell);
    apply(&count.bound);
  }
  SortUnique(&point.counts);
  for (Arrivals& arrivals : point.arrivals) {
    apply(&arrivals.barrier);
    apply(&arrivals.count);
    if (arrivals.told == kNothing) continue;
    const TermId told = frame.terms.Of(arrivals.told);
    if (rewrite(told) != told) arrivals.told = kNothing;
  }
  SortArrivals(frame.terms, &point.arrivals);
  // What the loop looks at anew has another name from now on.
  std::erase_if(state->looks, [&](Look& look) {
    apply(&look.cell);
    const TermId number = frame.terms.Of(look.number);
    return rewrite(number) != number;
  });
  for (Gate& gate : state->gates) apply(&gate.cell);
  SortUnique(&state->gates);
  SortUnique(&point.held);
  SortUnique(&point.live);
  SortUnique(&point.joined);
  for (Cleanup& cleanup : state->cleanups) {
    apply(&cleanup.function);
    apply(&cleanup.argument);
  }
  for (std::vector<AtomId>* set : {&state->escaped, &state->shared}) {
    const auto is_rewritten = [&](AtomId atom) {
      return (frame.terms.KindsIn(frame.terms.Of(atom)) & kinds) != 0;
    };
    if (absl::c_none_of(*set, is_rewritten)) continue;  // there may be thousands
    std::vector<AtomId> result;
    for (AtomId atom : *set) {
      const AtomId base = frame.terms.Base(rewrite(frame.terms.Of(atom)));
      if (base != kNothing) result.push_back(base);
    }
    SortUnique(&result);
    *set = std::move(result);
  }
}

// Adds a cell for any element of an array: where each turn wrote elements of its own, and not just
// one.
void AddAnyElement(Frame& frame, uint32_t head, const Cell& cell, std::vector<Cell>* cells) {
  auto known = std::find_if(cells->begin(), cells->end(), [&](const Cell& c) {
    return !c.is_region() && c.address == cell.address && c.width == cell.width;
  });
  if (known == cells->end()) {
    cells->push_back(cell);
    return;
  }
  known->is_pointer |= cell.is_pointer;
  known->epoch = std::max(known->epoch, cell.epoch);
  known->reach = known->reach.Including(cell.reach);
  known->value = frame.Choose(Frame::PhiTag::kRegion, head, CellKey(cell), known->value, cell.value,
                              known->is_pointer);
}

// Whether it is in the object that the turn has made, and holds what is of that turn: such cells of
// all turns are a region.
bool IsInObjectOfTurn(TermTable& terms, const Cell& cell, AtomId iteration) {
  const Atom& object = terms.atom(terms.Base(cell.address));
  return object.kind == AtomKind::kHeap && object.argument == terms.Of(iteration) &&
         !cell.is_region() && cell.width > 0 && terms.Mentions(cell.value, iteration) &&
         terms.term(terms.Offset(cell.address)).is_constant();
}

// Cells written at the iteration's own index join the region of earlier iterations.
void CollectRegions(Frame& frame, uint32_t head, State* state) {
  TermTable& terms = frame.terms;
  const AtomId iteration = frame.IterationOf(head);
  const TermId bound = BoundIndex(terms);
  const TermId next = terms.AddConstant(terms.Of(iteration), 1);
  std::vector<Cell> result;
  for (const Cell& cell : state->cells) {
    const AtomId base = terms.Base(cell.address);
    const bool is_of_turn = base != kNothing && terms.Mentions(terms.Of(base), iteration);
    const bool indexed = base != kNothing && !is_of_turn && terms.Mentions(cell.address, iteration);
    // Memory in an object of this turn, or reached by a pointer of this turn, is some such memory
    // to all later turns: with a name for each turn the loop would never stand still.
    const bool is_numbered = is_of_turn && IsInObjectOfTurn(terms, cell, iteration);
    if ((is_of_turn && !is_numbered) ||
        (indexed && (cell.is_region() || terms.IsAny(cell.address)))) {
      const TermId any = terms.Any();
      auto rewrite = [&](AtomId a) {
        return a == iteration || terms.atom(a).kind == AtomKind::kBound ? any : kNothing;
      };
      Cell element = cell;
      element.address = terms.Substitute(cell.address, rewrite);
      element.value = cell.is_pointer || (is_of_turn && !cell.is_region())
                          ? terms.Substitute(cell.value, rewrite)
                          : frame.Unknown(/*is_pointer=*/false, 4);
      element.low = element.high = kZero;
      AddAnyElement(frame, head, element, &result);
      continue;
    }
    if (!indexed && !is_numbered) {
      if (cell.is_region() || !terms.MentionsKind(cell.address, AtomKind::kAny)) {
        result.push_back(cell);
      } else {
        AddAnyElement(frame, head, cell, &result);
      }
      continue;
    }
    Cell region = cell;
    auto rewrite = [&](AtomId a) { return a == iteration ? bound : kNothing; };
    region.address = terms.Substitute(cell.address, rewrite);
    region.value = terms.Substitute(cell.value, rewrite);
    region.low = kZero;
    region.high = next;
    auto old = std::find_if(result.begin(), result.end(), [&](const Cell& c) {
      return c.is_region() && c.address == region.address && c.width == region.width &&
             c.low == kZero && c.high == terms.Of(iteration);
    });
    if (old != result.end()) {
      region.value = frame.Choose(Frame::PhiTag::kRegion, head, CellKey(region), old->value,
                                  region.value, region.is_pointer);
      *old = region;
    } else {
      result.push_back(region);  // perhaps on top of what another loop wrote before
    }
  }
  state->cells = std::move(result);
}

// Whether a later turn that stores what it finds by way of the pointer, as the next of a list, is
// about to store another one.
bool LeadsOn(const TermTable& terms, AtomId pointer) {
  if (pointer == kNothing) return false;
  switch (terms.atom(pointer).kind) {
    case AtomKind::kInitial:
    case AtomKind::kShared:
      return true;
    case AtomKind::kPhi: {
      const Choice& choice = terms.ChoiceOf(pointer);
      return std::any_of(choice.bases.begin(), choice.bases.end(), [&](AtomId base) {
        return base != kNothing && terms.atom(base).kind != AtomKind::kPhi && LeadsOn(terms, base);
      });
    }
    default:
      return false;
  }
}

// Pointers that a turn left where others may change them, at places that each turn chooses anew or
// leading on, are what anyone stored there to all later turns: with a name for each turn before,
// the loop would find more of them each time. Returns the addresses of those that led on.
std::vector<TermId> ForgetPointersOfTurn(Frame& frame, uint32_t head, State* state) {
  std::vector<TermId> forgotten;
  if (state->epoch == 0) return forgotten;
  const TermTable& terms = frame.terms;
  std::erase_if(state->cells, [&](const Cell& cell) {
    const AtomId base = terms.Base(cell.address), value = terms.Base(cell.value);
    if (!cell.is_pointer || cell.is_region() || base == kNothing) return false;
    const bool is_handle = value != kNothing && terms.atom(value).kind == AtomKind::kThread;
    if (is_handle || IsPrivate(frame, *state, base)) return false;
    if (OldVersion(frame, head, cell.address) != cell.address) return true;
    if (!IsShared(frame, *state, base) || !LeadsOn(terms, value)) return false;
    InsertSorted(&forgotten, cell.address);
    return true;
  });
  return forgotten;
}

}  // namespace

void CompleteIteration(Frame& frame, uint32_t head, bool first, uint32_t entry_epoch,
                       State* state) {
  if (state->epoch > entry_epoch) {
    const uint32_t epoch = entry_epoch + 1;
    for (Cell& cell : state->cells) {
      cell.epoch = cell.epoch == state->epoch ? epoch : std::min(cell.epoch, entry_epoch);
    }
    for (Fact& fact : state->facts) {
      fact.epoch = fact.epoch == state->epoch ? epoch : std::min(fact.epoch, entry_epoch);
    }
    state->epoch = epoch;
  }
  TermTable& terms = frame.terms;
  OldVersions versions(frame, head, ForgetPointersOfTurn(frame, head, state));
  CollectRegions(frame, head, state);
  const AtomId iteration = frame.IterationOf(head);
  const TermId previous = terms.AddConstant(terms.Of(iteration), -1);
  const TermId next = terms.AddConstant(terms.Of(iteration), 1);
  // A region this iteration did not go on with has some elements of earlier ones.
  for (Cell& cell : state->cells) {
    if (cell.is_region() && cell.high != next && terms.Mentions(cell.high, iteration)) {
      cell.high = terms.Any();
    }
  }
  // What this iteration did, all earlier ones may have done. That they must have, is assumed in the
  // first round, and given up for good when a later round does not bear it out.
  for (ThreadRange& range : state->point.live) {
    if (range.low == terms.Of(iteration) && range.high == next) range.low = kZero;
  }
  for (ThreadRange& range : state->point.joined) {
    // One thread a turn, counting up or down: all from the first turn's on.
    if (!first || terms.ConstantDifference(range.high, range.low) != 1) continue;
    const TermId from_first = terms.Subtract(range.low, terms.Of(iteration));
    const TermId to_first = terms.Add(range.high, terms.Of(iteration));
    if (!terms.Mentions(from_first, iteration)) {
      range.low = from_first;
    } else if (!terms.Mentions(to_first, iteration)) {
      range.high = to_first;
    }
  }
  std::erase_if(state->facts, [&](const Fact& fact) {
    return fact.atom == iteration || terms.Mentions(terms.Of(fact.atom), iteration) ||
           versions.Of(terms.Of(fact.atom)) != terms.Of(fact.atom);
  });
  const TermId any = terms.Any();
  auto to_any = [&](AtomId atom) { return atom == iteration ? any : kNothing; };
  const auto of_any_turn = [&](const std::vector<AtomId>& atoms) {
    std::vector<AtomId> result;
    for (AtomId atom : atoms) {
      const AtomId base = terms.Base(terms.Substitute(terms.Of(atom), to_any));
      if (base != kNothing) InsertSorted(&result, base);
    }
    return result;
  };
  std::vector<AtomId> escaped = of_any_turn(state->escaped), shared = of_any_turn(state->shared);
  AddToRows(frame, head, first, state);
  for (HeldLock& lock : state->point.held) {
    const TermId old = versions.Of(terms.Substitute(lock.lock, to_any));
    if (old != lock.lock) lock.certain = lock.unless_failed = false;
    lock.lock = old;
  }
  state->point.joined_on_some |= 0 < std::erase_if(state->point.joined_handles, [&](TermId handle) {
                                   return terms.Mentions(handle, iteration);
                                 });
  for (auto* set : {&state->point.released, &state->point.posted, &state->point.announced}) {
    for (TermId& term : *set) {
      if (terms.Mentions(term, iteration)) term = terms.Substitute(term, to_any);
    }
  }
  RewriteState(frame, state, versions.kinds() | kIterations, [&](TermId term) {
    const TermId old = versions.Of(term);
    if (!terms.Mentions(old, iteration)) return old;
    return terms.Substitute(old, [&](AtomId a) { return a == iteration ? previous : kNothing; });
  });
  state->escaped = std::move(escaped);
  state->shared = std::move(shared);
}

namespace {

// Whether a loop may be left at once though its turns, as a number, would be less than none. What
// counts from a constant near 0 is taken to count as many as there are of something.
bool MayMakeNoTurn(Frame& frame, const State& state, TermId turns) {
  if (turns == kNothing || frame.terms.ConstantValue(turns)) return false;
  constexpr int64_t kNearZero = 2;
  const Term& term = frame.terms.term(turns);
  const bool is_count = term.parts.size() == 1 && term.parts[0].coefficient == 1 &&
                        std::abs(term.constant) <= kNearZero;
  return !is_count && frame.terms.Base(turns) == kNothing && RangeOf(frame, state, turns).low < 0 &&
         Decide(frame, state, Relation::kLessEqual, kZero, turns) != true;
}

// Numbers that are counted in the loop are then what they were before it, or what they are behind
// so many turns.
void KeepStarts(Frame& frame, uint32_t head, TermId turns, State* state) {
  TermTable& terms = frame.terms;
  const AtomId iteration = frame.IterationOf(head);
  const auto at = [&](TermId number, TermId turn) {
    return terms.Substitute(number, [&](AtomId a) { return a == iteration ? turn : kNothing; });
  };
  for (size_t r = 0; r < state->registers.size(); ++r) {
    TermId& number = state->registers[r];
    if (number == kNothing || frame.pointer_registers[r] || !terms.Mentions(number, iteration) ||
        terms.Base(number) != kNothing) {
      continue;
    }
    const TermId first = at(number, kZero), last = at(number, turns);
    number = frame.Choose(Frame::PhiTag::kLeft, head,
                          {.number = static_cast<uint32_t>(r), .term = first, .other = last}, first,
                          last, false);
  }
}

}  // namespace

void LeaveLoop(Frame& frame, uint32_t head, const LoopEnd& end_of_loop, State* state) {
  TermTable& terms = frame.terms;
  const AtomId iteration = frame.IterationOf(head);
  // The last, unfinished iteration's element continues the region: [0, i) and i make [0, i + 1).
  for (size_t i = 0; i < state->cells.size(); ++i) {
    Cell& cell = state->cells[i];
    if (!cell.is_region() || cell.high != terms.Of(iteration)) continue;
    const TermId here = AtIndex(terms, cell.address, terms.Of(iteration));
    auto last = std::find_if(state->cells.begin(), state->cells.end(), [&](const Cell& c) {
      return !c.is_region() && c.address == here && c.width == cell.width;
    });
    if (last == state->cells.end()) continue;
    const TermId value = AtIndex(terms, cell.value, terms.Of(iteration));
    if (value != last->value) continue;
    cell.high = terms.AddConstant(cell.high, 1);
    // As a cell of its own it would be one more that any element may be.
    const auto region = state->cells.begin() + static_cast<ptrdiff_t>(i);
    const bool is_on_top =
        region < last && std::none_of(
                             region + 1, last,
                             [&](const Cell& c) {
                               return c.is_region() || OverlapOf(frame, *state, c, here,
                                                                 cell.width) != Overlap::kNever;
                             });
    if (is_on_top) state->cells.erase(last);
  }
  const TermId end = end_of_loop.turns == kNothing ? frame.EndOfLoop(head) : end_of_loop.turns;
  if (MayMakeNoTurn(frame, *state, end_of_loop.turns)) KeepStarts(frame, head, end, state);
  RewriteState(frame, state, kIterations, [&](TermId term) {
    if (!terms.Mentions(term, iteration)) return term;
    return terms.Substitute(term, [&](AtomId a) { return a == iteration ? end : kNothing; });
  });
  if (end_of_loop.turns == kNothing) KeepRange(frame, state, iteration, end);
  std::vector<Fact> facts;
  for (const Fact& fact : state->facts) {
    if (fact.atom != iteration && !terms.Mentions(terms.Of(fact.atom), iteration)) {
      facts.push_back(fact);
    }
  }
  state->facts = std::move(facts);
  std::erase_if(state->cells, [&](const Cell& cell) {
    return cell.is_region() && terms.ConstantValue(cell.high) &&
           *terms.ConstantValue(cell.high) <= 0;
  });
  // A region written again in full replaces the older one.
  for (size_t i = 0; i < state->cells.size(); ++i) {
    const Cell& old = state->cells[i];
    const bool covered =
        old.is_region() &&
        std::any_of(state->cells.begin() + i + 1, state->cells.end(), [&](const Cell& c) {
          return c.address == old.address && c.width == old.width && c.low == old.low &&
                 c.high == old.high;
        });
    if (covered) state->cells.erase(state->cells.begin() + i--);
  }
  std::erase_if(state->point.live, [&](const ThreadRange& r) {
    const auto n = terms.ConstantValue(terms.Subtract(r.high, r.low));
    return n && *n <= 0 && !terms.IsAny(r.low);
  });
  if (end_of_loop.turns == kNothing) {
    for (ThreadRange& range : state->point.joined) CountInBytes(frame, end_of_loop, end, &range);
    SortUnique(&state->point.joined);
  }
  JoinCoveredCells(frame, state);
  // Joins of whole ranges end the threads they cover.
  const std::vector<ThreadRange> joined = state->point.joined;
  for (const ThreadRange& range : joined) AddJoined(frame, &state->point, range);
  for (ThreadRange& live : state->point.live) {
    // As many as the loop makes turns: what is left over is known.
    const bool is_counted =
        terms.ConstantDifference(end, terms.Subtract(live.high, live.low)).has_value();
    if (is_counted || !frame.joined_in.contains({head, live.token})) continue;
    live.certain = false;
    live.ended_somewhere = true;
  }
  SortUnique(&state->point.live);
}

}  // namespace plait
