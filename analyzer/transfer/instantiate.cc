// A callee's summary in the names of its caller: accesses, threads and effects (RELAY, section 4.3
// and figure 3, with modes, threads and waits composed the same way as locks).
#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/call_importer.h"
#include "analyzer/transfer/callback.h"
#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/join.h"
#include "analyzer/transfer/joined_elements.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/span.h"
#include "summaries/access_set.h"
#include "summaries/import.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

class Instantiation {
 public:
  Instantiation(Frame& frame, State state, const Summary& callee,
                const std::vector<TermId>& arguments)
      : frame_(frame),
        terms_(frame.terms),
        before_(std::move(state)),
        callee_(callee),
        recursive_(frame.environment.IsRecursive(callee.procedure)),
        importer_(frame, &before_, callee, arguments, recursive_),
        points_(callee.points.size(), kNothing),
        reachable_(callee.points.size()),
        may_hold_(callee.terms.term_count(), -1) {
    at_point_.facts = before_.facts;
    at_point_.escaped = before_.escaped;
    gates_before_ = Frame::CellsOf(before_.gates);
  }

  std::vector<Outcome> Run() {
    frame_.work += callee_.accesses.size() + callee_.terms.term_count();
    if (frame_.recording) {
      ImportAccesses();
      ImportSpawns();
      for (const Published& p : callee_.published) ImportPublished(p);
      for (TermId cell : callee_.stable) InsertSorted(&frame_.summary.stable, importer_.Map(cell));
      for (TermId cell : callee_.renewed) {
        InsertSorted(&frame_.summary.renewed, importer_.Map(cell));
      }
      for (const SyncObject& s : callee_.sync_objects) {
        InsertSorted(&frame_.summary.sync_objects,
                     SyncObject{importer_.Map(s.address), importer_.Map(s.count)});
      }
    }
    const std::vector<CallbackEffects> callbacks = CallDeferred();
    std::vector<Outcome> outcomes;
    const Ended ended = EndedAtSome();
    for (const Exit& exit : callee_.exits) {
      if (!IsReachable(exit.point)) continue;
      if (exit.ends_thread) {
        EndThread(exit);
      } else if (auto outcome = Leave(exit)) {
        NoteOtherExits(ended, exit, &outcome->state.point);
        outcomes.push_back(*std::move(outcome));
      }
    }
    for (Outcome& outcome : outcomes) {
      for (const CallbackEffects& effects : callbacks) MayHave(frame_, effects, &outcome.state);
    }
    if (frame_.recording) ImportExposures(outcomes);
    return outcomes;
  }

 private:
  std::vector<TermId> MapAll(const std::vector<TermId>& terms) {
    std::vector<TermId> mapped;
    for (TermId term : terms) mapped.push_back(importer_.Map(term));
    return mapped;
  }

  AtomId MapToken(AtomId token) {
    const AtomId mapped = importer_.MapBase(token);
    Atom atom = terms_.atom(mapped);
    atom.argument = kZero;
    return terms_.InternAtom(atom);
  }

  ThreadRange MapRange(const ThreadRange& range) {
    ThreadRange mapped;
    mapped.certain = range.certain;
    mapped.ended_somewhere = range.ended_somewhere;
    mapped.token = MapToken(range.token);
    const bool single = range.low == kZero && callee_.terms.ConstantValue(range.high) == 1;
    const TermId here = InstanceHere(frame_);
    if (recursive_ || (!single && here != kZero)) {
      mapped.low = mapped.high = terms_.Any();
    } else if (single) {
      mapped.low = here;
      mapped.high = terms_.AddConstant(here, 1);
    } else {
      mapped.low = importer_.Map(range.low);
      mapped.high = importer_.Map(range.high);
    }
    return mapped;
  }

  // The situation inside the callee as the caller's summary says it.
  void Compose(const Point& inner, State* state) {
    ComposeWithoutGates(inner, state);
    ForGatesOf(inner, *state, [&](TermId cell, uint32_t side) {
      InsertSorted(&state->gates, Gate{cell, FlowGraph::kNone, side});
    });
  }

  void ComposeWithoutGates(const Point& inner, State* state) {
    Point& point = state->point;
    for (TermId lock : inner.released) {
      const TermId mapped = importer_.Map(lock);
      ReleaseIn(mapped, state);
    }
    for (TermId t : inner.posted) GiveUpSemaphore(frame_, state, importer_.Map(t));
    if (inner.announced_any) {  // perhaps the word as well
      for (HeldLock& held : point.held) {
        if (IsOfWord(held.kind)) held.certain = held.unless_failed = false;
      }
    }
    for (TermId t : inner.announced) DropFlagLocks(frame_, state, importer_.Map(t));
    for (HeldLock lock : inner.held) {
      if (lock.is_doubtful && IsReleasedByOtherName(inner, lock.lock, *state)) {
        lock.certain = lock.unless_failed = false;
      }
      lock.lock = importer_.Map(lock.lock);
      lock.number = importer_.Map(lock.number);
      if (terms_.IsAny(lock.lock)) lock.certain = lock.unless_failed = false;
      lock.acquired = frame_.instruction;
      AddHeld(lock, &point);
    }
    for (const ThreadRange& range : inner.joined) {
      if (AreElements(callee_.terms, range)) {
        ImportJoinedElements(range, &point);
      } else {
        AddJoined(frame_, &point, MapRange(range));
      }
    }
    for (TermId handle : inner.joined_handles) AddHandle(importer_.Map(handle), &point);
    if (inner.is_in_child) EnterChild(&point);
    for (const ThreadRange& range : inner.live) AddLive(frame_, &point, MapRange(range));
    point.joined_unknown |= inner.joined_unknown;
    point.joined_on_some |= inner.joined_on_some;
    for (TermId t : inner.waited) InsertSorted(&point.waited, importer_.Map(t));
    for (TermId t : inner.posted) InsertSorted(&point.posted, importer_.Map(t));
    for (TermId t : inner.asked) {
      if (point.asked.size() < kMaxAsked) InsertSorted(&point.asked, importer_.Map(t));
    }
    for (TermId t : inner.met) {
      const TermId met = importer_.Map(t);
      if (ContainsSorted(point.asked, met)) InsertSorted(&point.met, met);
    }
    for (TermId t : inner.changes) InsertSorted(&point.changes, importer_.Map(t));
    for (TermId t : inner.announced) Announce(frame_, state, importer_.Map(t));
    point.announced_any |= inner.announced_any;
    for (TermId t : inner.contended) InsertSorted(&point.contended, importer_.Map(t));
    BoundAnnounced(&point);
    for (const Observation& seen : inner.observed) AddObservation(seen, state);
  }

  // Calls `note` with each shared cell whose value decides whether the callee gets to the point,
  // and the outcome that leads there, if it is known.
  template <typename Note>
  void ForGatesOf(const Point& inner, const State& state, const Note& note) {
    for (TermId t : inner.conditions) {
      const TermId condition = importer_.Map(t);
      for (TermId cell : CellsBehind(condition, state)) note(cell, condition);
    }
    for (TermId t : inner.gates) {
      const TermId cell = importer_.Map(t);
      const AtomId base = terms_.Base(cell);
      if (base == kNothing || !IsPrivate(frame_, state, base)) note(cell, Gate::kAnySide);
    }
  }

  // Whether the callee gave back, by another of its names, what here is the lock it holds.
  bool IsReleasedByOtherName(const Point& inner, TermId lock, const State& state) {
    return std::any_of(inner.released.begin(), inner.released.end(), [&](TermId released) {
      return released != lock && OverlapOf(frame_, state, importer_.Map(released), 1,
                                           importer_.Map(lock), 1) != Overlap::kNever;
    });
  }

  void ReleaseIn(TermId lock, State* state) {
    std::vector<HeldLock>& held = state->point.held;
    for (size_t i = 0; i < held.size(); ++i) {
      if (held[i].lock != lock) continue;
      if (held[i].depth > 1) {
        // How often the callee gave it back is not said.
        --held[i].depth;
        held[i].certain = held[i].unless_failed = false;
      } else {
        held.erase(held.begin() + i);
      }
      return;
    }
    NoteReleased(lock, &state->point);
    for (HeldLock& other : held) {
      if (OverlapOf(frame_, *state, other.lock, 1, lock, 1) != Overlap::kNever) {
        other.certain = other.unless_failed = false;
      }
    }
  }

  void AddObservation(Observation seen, State* state) {
    const auto is_shared = [&](TermId cell) {
      const AtomId base = terms_.Base(cell);
      return base != kNothing && !IsPrivate(frame_, *state, base) && !terms_.IsAny(cell) &&
             !terms_.MentionsKind(cell, AtomKind::kIteration);
    };
    seen.cell = importer_.Map(seen.cell);
    if (!is_shared(seen.cell)) return;
    if (seen.is_difference()) {
      seen.other = importer_.Map(seen.other);
      if (!is_shared(seen.other)) return;
    }
    frame_.AddObservations({seen}, &state->point);
  }

  static void AddHeld(const HeldLock& lock, Point* point) {
    for (HeldLock& held : point->held) {
      if (held.lock != lock.lock || held.kind != lock.kind) continue;
      held.certain |= lock.certain;
      held.unless_failed = !held.certain && (held.unless_failed || lock.unless_failed);
      held.is_doubtful |= lock.is_doubtful;
      held.mode = std::max(held.mode, lock.mode);
      held.depth = static_cast<uint8_t>(std::min(8, held.depth + lock.depth));
      return;
    }
    InsertSorted(&point->held, lock);
  }

  void ImportJoinedElements(const ThreadRange& range, Point* point) {
    if (recursive_) {
      point->joined_unknown = true;
      return;
    }
    const Atom& element = callee_.terms.atom(range.token);
    JoinElements(frame_, before_, importer_.Map(element.argument), element.index,
                 importer_.Map(range.low), importer_.Map(AsStored(callee_.terms, range.high)),
                 point);
  }

  void AddHandle(TermId handle, Point* point) {
    if (terms_.ConstantValue(handle) || terms_.IsAny(handle)) return;
    if (JoinElementOfTurn(frame_, point, handle)) return;
    const AtomId base = terms_.Base(handle);
    if (base == kNothing || terms_.atom(base).kind != AtomKind::kThread) {
      InsertSorted(&point->joined_handles, handle);
      return;
    }
    Atom atom = terms_.atom(base);
    const TermId instance = atom.argument;
    atom.argument = kZero;
    AddJoined(frame_, point, {terms_.InternAtom(atom), instance, terms_.AddConstant(instance, 1)});
  }

  // False if the caller's arguments keep the callee from getting to the point.
  bool IsReachable(PointId inner) {
    std::optional<bool>& reachable = reachable_[inner];
    if (!reachable) reachable = MeetsConditions(callee_.points[inner]);
    return *reachable;
  }

  bool MeetsConditions(const Point& inner) {
    return std::all_of(inner.conditions.begin(), inner.conditions.end(),
                       [&](TermId condition) { return MayHold(condition); });
  }

  // Many points share few conditions.
  bool MayHold(TermId condition) {
    if (may_hold_[condition] >= 0) return may_hold_[condition] == 1;
    may_hold_[condition] = 1;  // if it is asked for again while it is mapped
    State state;
    state.facts = before_.facts;
    state.epoch = before_.epoch;
    state.escaped = before_.escaped;
    const bool may_hold = Assume(frame_, &state, importer_.Map(condition), true);
    may_hold_[condition] = may_hold;
    return may_hold;
  }

  // The shared cells that a condition of the caller depends on, whichever of the states it is asked
  // for: they have the same objects escaped.
  const std::vector<TermId>& CellsBehind(TermId condition, const State& state) {
    Behind& behind = behind_[condition];
    if (behind.version != terms_.choice_version()) {
      behind.version = terms_.choice_version();
      behind.cells.clear();
      CollectSharedCells(frame_, state, condition, &behind.cells);
    }
    return behind.cells;
  }

  // As long as no choice changes.
  const Frame::Learnt& LearntBefore() {
    if (learnt_version_ != terms_.choice_version()) {
      learnt_version_ = terms_.choice_version();
      learnt_ = frame_.LearntIn(before_);
    }
    return learnt_;
  }

  // Conditions that are still about inputs, or about the thread, are the caller's own now.
  void ComposeConditions(const Point& inner, Point* point) {
    for (TermId condition : inner.conditions) {
      TermId mapped = importer_.Map(condition);
      const bool is_of_self = terms_.MentionsKind(mapped, AtomKind::kSelf);
      if (is_of_self) mapped = AskingForCell(condition, mapped);
      if (point->conditions.size() >= Frame::MostConditions(is_of_self)) continue;
      if (is_of_self || terms_.MentionsKind(mapped, AtomKind::kFormal)) {
        InsertSorted(&point->conditions, mapped);
      }
    }
  }

  // Where the caller has lost track of what the cell holds that the thread's handle is compared
  // with, the checker may still know all that is ever written there.
  TermId AskingForCell(TermId condition, TermId mapped) {
    const AtomId asked = callee_.terms.EqualityOf(condition), known = terms_.EqualityOf(mapped);
    if (asked == kNothing || known == kNothing) return mapped;
    const TermId difference = terms_.atom(known).argument;
    if (terms_.MentionsKind(difference, AtomKind::kInitial) ||
        terms_.MentionsKind(difference, AtomKind::kShared)) {
      return mapped;
    }
    Atom comparison = callee_.terms.atom(asked);
    const Term from = callee_.terms.term(comparison.argument);
    comparison.argument = terms_.Constant(from.constant);
    for (const Part& part : from.parts) {
      Atom atom = callee_.terms.atom(part.atom);
      if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
        atom.kind = AtomKind::kShared;
        atom.argument = importer_.Map(atom.argument);
      } else if (atom.kind != AtomKind::kSelf) {
        return mapped;
      }
      comparison.argument =
          terms_.Add(comparison.argument, terms_.Multiply(terms_.Of(atom), part.coefficient));
    }
    return terms_.Of(comparison);
  }

  PointId MapPoint(PointId inner) {
    if (points_[inner] == kNothing) {
      // Of what is bounded, what was decided and seen nearest to the point is kept.
      at_point_.point = before_.point;
      at_point_.point.observed.clear();
      ComposeWithoutGates(callee_.points[inner], &at_point_);
      std::vector<TermId>& gates = at_point_.point.gates;
      gates.clear();
      ForGatesOf(callee_.points[inner], at_point_,
                 [&](TermId cell, uint32_t) { gates.push_back(cell); });
      SortUnique(&gates);
      ComposeConditions(callee_.points[inner], &at_point_.point);
      frame_.AddObservations(before_.point.observed, &at_point_.point);
      points_[inner] = frame_.InternPoint(gates_before_, LearntBefore(), &at_point_.point);
    }
    return points_[inner];
  }

  // Most accesses are to few objects.
  bool IsPrivateBefore(AtomId base) {
    auto [it, inserted] = private_before_.try_emplace(base);
    if (inserted) it->second = IsPrivate(frame_, before_, base);
    return it->second;
  }

  void ImportAccesses() {
    if (frame_.summary.accesses.size() > 2 * Frame::kMaxAccesses) {
      frame_.remoteness_bound =
          std::min(frame_.remoteness_bound, ReduceAccesses(&frame_.summary, Frame::kMaxAccesses));
    }
    for (size_t i = 0; i < callee_.accesses.size(); ++i) {
      Access access = callee_.accesses[i];
      access.address = importer_.Map(access.address);
      if (Remoteness(terms_, access.address) >= frame_.remoteness_bound) {
        ++frame_.summary.dropped_accesses;
        continue;
      }
      if (!IsReachable(access.point)) continue;
      const AtomId base = terms_.Base(access.address);
      if (base == kNothing) {
        if (!terms_.ConstantValue(access.address)) frame_.AddGap(GapKind::kUnknownAddress, "");
        continue;
      }
      const Atom& atom = terms_.atom(base);
      if (atom.kind == AtomKind::kFunction || atom.kind == AtomKind::kString) continue;
      if (terms_.IsUnfollowed(access.address)) {
        frame_.AddGap(GapKind::kUnknownAddress, "");
        continue;
      }
      if (atom.kind == AtomKind::kGlobal && (frame_.environment.IsThreadLocal(atom.name) ||
                                             frame_.environment.IsConstant(atom.name))) {
        continue;
      }
      if (!access.is_published && IsPrivateBefore(base)) continue;
      access.is_published |= ContainsSorted(before_.escaped, base);
      access.is_certain = access.is_certain && !terms_.IsAny(access.address);
      access.is_guessed |= frame_.guessing;
      access.is_chosen |= frame_.choosing;
      access.is_failing |= frame_.is_failing();
      access.is_also_alone &= before_.point.live.empty() && before_.point.joined.empty();
      if (access.value != kNothing) {
        const TermId value = importer_.Map(access.value);
        access.value = HasTakenNumber(terms_, value) ? value : WrittenNumber(frame_, value);
      }
      MapSpan(&access);
      access.point = MapPoint(access.point);
      access.origin = {frame_.instruction, callee_.procedure, static_cast<uint32_t>(i)};
      frame_.summary.accesses.push_back(access);
    }
  }

  void MapSpan(Access* access) {
    if (access->first != kNothing) {
      access->first = importer_.Map(access->first);
      access->end = importer_.Map(access->end);
      if (terms_.Base(access->first) != terms_.Base(access->address) ||
          terms_.Base(access->end) != terms_.Base(access->address)) {
        access->first = access->end = kNothing;
      }
    }
    // Around a recursion one counter stands for the loops of several calls.
    if (!recursive_) BoundAccess(frame_, before_, access);
  }

  // Of two arguments in the callee: whether they are objects from different places.
  bool AreMadeApart(TermId a, TermId b) const {
    const AtomId base_a = callee_.terms.Base(a), base_b = callee_.terms.Base(b);
    if (base_a == kNothing || base_b == kNothing) return false;
    const Atom &x = callee_.terms.atom(base_a), &y = callee_.terms.atom(base_b);
    return x.kind == AtomKind::kHeap && y.kind == AtomKind::kHeap &&
           std::tie(x.name, x.index, x.context) != std::tie(y.name, y.index, y.context);
  }

  // Which of the arguments are objects made for each thread: also those that this procedure made
  // for the callee to hand over, unless creations that get one name here may share one.
  uint32_t OwnOf(size_t index, const Spawn& mapped) {
    const Spawn& spawn = callee_.spawns[index];
    uint32_t own = mapped.own;
    for (size_t a = 0; a < spawn.arguments.size() && a < 32; ++a) {
      const bool shared =
          std::any_of(callee_.spawns.begin(), callee_.spawns.end(), [&](const Spawn& other) {
            return other.token != spawn.token && a < other.arguments.size() &&
                   importer_.MapBase(other.token) == mapped.token &&
                   !AreMadeApart(other.arguments[a], spawn.arguments[a]);
          });
      const AtomId handed = callee_.terms.Base(spawn.arguments[a]);
      const bool is_input =
          handed != kNothing && callee_.terms.atom(handed).kind == AtomKind::kFormal;
      if (shared) {
        own &= ~(1u << a);
      } else if (is_input && !spawn.many && !recursive_ &&
                 IsMadeHere(frame_, mapped.arguments[a])) {
        own |= 1u << a;
      }
    }
    return own;
  }

  void ImportSpawns() {
    for (size_t i = 0; i < callee_.spawns.size(); ++i) {
      Spawn spawn = callee_.spawns[i];
      if (!IsReachable(spawn.point)) continue;
      spawn.token = importer_.MapBase(spawn.token);
      spawn.entry = importer_.Map(spawn.entry);
      spawn.arguments = MapAll(spawn.arguments);
      spawn.own = OwnOf(i, spawn);
      for (CellEffect& cell : spawn.cells) cell = MapCell(cell);
      for (TermId argument : spawn.arguments) AddCellsOf(terms_.Base(argument), &spawn.cells);
      const AtomId token = MapToken(callee_.spawns[i].token);
      const bool again =
          std::any_of(before_.point.live.begin(), before_.point.live.end(),
                      [&](const ThreadRange& range) { return range.token == token; });
      const ThreadRange* beside = BesideOneOfItsNameHere(callee_.spawns[i], token);
      spawn.many = spawn.many || again || recursive_ || beside != nullptr;
      spawn.certainly_many =
          spawn.certainly_many || again || (beside != nullptr && beside->certain);
      spawn.is_guessed |= frame_.guessing;
      spawn.is_chosen |= frame_.choosing;
      spawn.point = MapPoint(spawn.point);
      spawn.origin = {frame_.instruction, callee_.procedure, static_cast<uint32_t>(i)};
      AddSpawn(std::move(spawn));
    }
  }

  // A function that every other one calls may start a thread. Once there are many creations, a few
  // places where the same thread is started are told apart, and the last stands for all others.
  void AddSpawn(Spawn spawn) {
    constexpr size_t kManySpawns = 1000;
    constexpr int kMaxPlaces = 4;
    Spawn* last = nullptr;
    int places = 0;
    for (Spawn& known : frame_.summary.spawns) {
      if (known.token != spawn.token || known.entry != spawn.entry ||
          known.arguments != spawn.arguments || known.own != spawn.own) {
        continue;
      }
      if (known.point == spawn.point) return;
      if (known.cells != spawn.cells || !HaveSameConditions(known.point, spawn.point)) continue;
      last = &known;
      ++places;
    }
    if (frame_.summary.spawns.size() < kManySpawns || places < kMaxPlaces) {
      frame_.summary.spawns.push_back(std::move(spawn));
      return;
    }
    last->many |= spawn.many;
    last->certainly_many |= spawn.certainly_many;
    last->detached &= spawn.detached;
    last->is_guessed &= spawn.is_guessed;
    last->is_chosen &= spawn.is_chosen;
    last->point = JoinedPoint(frame_, last->point, spawn.point);
  }

  bool HaveSameConditions(PointId a, PointId b) const {
    const std::vector<Point>& points = frame_.summary.points;
    return points[a].conditions == points[b].conditions;
  }

  // Threads of another token that run as it is started; here, where less of the path of calls is
  // kept, they have the same one. nullptr if there are none.
  const ThreadRange* BesideOneOfItsNameHere(const Spawn& spawn, AtomId token) {
    const Atom& own = callee_.terms.atom(spawn.token);
    const std::vector<ThreadRange>& live = callee_.points[spawn.point].live;
    const auto found = std::find_if(live.begin(), live.end(), [&](const ThreadRange& range) {
      const Atom& other = callee_.terms.atom(range.token);
      const bool differ = std::tie(own.name, own.index, own.context) !=
                          std::tie(other.name, other.index, other.context);
      return differ && MapToken(range.token) == token;
    });
    return found == live.end() ? nullptr : &*found;
  }

  // What the caller knows of the object on top of what the callee wrote.
  void AddCellsOf(AtomId base, std::vector<CellEffect>* cells) {
    if (base == kNothing) return;
    for (const Cell& cell : before_.cells) {
      if (terms_.Base(cell.address) != base) continue;
      const bool known = std::any_of(cells->begin(), cells->end(), [&](const CellEffect& c) {
        return c.address == cell.address && c.width == cell.width;
      });
      if (!known) cells->push_back({cell.address, cell.width, cell.value, cell.low, cell.high});
    }
  }

  // Functions that the callee was passed and calls. What they do to memory, locks and threads, what
  // comes after the call in the callee was not known to do.
  std::vector<CallbackEffects> CallDeferred() {
    constexpr int kMaxDepth = 8;
    std::vector<CallbackEffects> effects;
    for (const DeferredCall& call : callee_.deferred) {
      if (!IsReachable(call.point)) continue;
      if (frame_.callback_depth == kMaxDepth) {
        frame_.AddGap(GapKind::kBudget, "functions that pass functions on");
        break;
      }
      State state = before_;
      Compose(callee_.points[call.point], &state);
      ++frame_.callback_depth;
      const std::vector<Outcome> outcomes =
          CallValue(frame_, state, importer_.Map(call.callee), MapAll(call.arguments));
      --frame_.callback_depth;
      effects.push_back(EffectsOf(state, outcomes));
      if (effects.back().changes_threads()) frame_.AddGap(GapKind::kCallback, "the threads");
      if (effects.back().changes_locks()) frame_.AddGap(GapKind::kCallback, "the locks");
      if (TouchesAny(effects.back().written)) frame_.AddGap(GapKind::kCallback, "the variables");
    }
    return effects;
  }

  // Whether the callee accesses one of the cells itself.
  bool TouchesAny(const std::vector<Cell>& cells) {
    if (!frame_.recording) return false;
    return absl::c_any_of(cells, [&](const Cell& cell) {
      return absl::c_any_of(callee_.accesses, [&](const Access& access) {
        const TermId address = importer_.Map(access.address);
        return terms_.Base(address) == terms_.Base(cell.address) &&
               OverlapOf(frame_, before_, address, access.width, cell.address, cell.width) !=
                   Overlap::kNever;
      });
    });
  }

  // What others can reach at none of the ways out is still the caller's own.
  void ImportExposures(const std::vector<Outcome>& outcomes) {
    // Around a recursion one name stands for the objects of several calls.
    frame_.summary.exposures_are_open |=
        callee_.exposures_are_open || (recursive_ && !callee_.exposures.empty());
    for (Exposure exposure : callee_.exposures) {
      exposure.object = importer_.Map(exposure.object);
      const AtomId object = terms_.Base(exposure.object);
      if (object == kNothing || !terms_.term(terms_.atom(object).argument).is_constant()) continue;
      const bool is_private =
          !outcomes.empty() && std::all_of(outcomes.begin(), outcomes.end(), [&](const Outcome& o) {
            return IsPrivate(frame_, o.state, object);
          });
      if (is_private) continue;
      for (CellEffect& cell : exposure.cells) cell = MapCell(cell);
      std::erase_if(exposure.cells, [&](const CellEffect& cell) {
        return WrittenNumber(frame_, cell.value) == kNothing;
      });
      frame_.AddExposure(std::move(exposure));
    }
  }

  void ImportPublished(const Published& published) {
    const TermId address = importer_.Map(published.address);
    const TermId value = importer_.Map(published.value);
    const AtomId base = terms_.Base(address);
    if (base == kNothing || terms_.Base(value) == kNothing) return;
    // It comes with the object, if the callee returns and that is published.
    if (IsPrivate(frame_, before_, base) && !IsShown(published.address)) return;
    frame_.AddPublished(address, value);
  }

  // Whether the callee hands the object to a thread, or stores it where all can reach it: others
  // run beside it, also where it does not return.
  bool IsShown(TermId address) {
    if (!shown_) {
      shown_.emplace();
      const auto show = [&](TermId pointer) {
        const AtomId base = callee_.terms.Base(pointer);
        return base != kNothing && InsertSorted(&*shown_, base);
      };
      for (const Spawn& spawn : callee_.spawns) {
        for (TermId argument : spawn.arguments) show(argument);
      }
      for (bool grows = true; grows;) {
        grows = false;
        for (const Published& p : callee_.published) {
          const AtomId base = callee_.terms.Base(p.address);
          if (base == kNothing) continue;
          const bool is_seen =
              callee_.terms.atom(base).kind == AtomKind::kGlobal || ContainsSorted(*shown_, base);
          grows |= is_seen && show(p.value);
        }
      }
    }
    const AtomId base = callee_.terms.Base(address);
    return base != kNothing && ContainsSorted(*shown_, base);
  }

  CellEffect MapCell(const CellEffect& cell) {
    return {importer_.Map(cell.address), cell.width, importer_.Map(cell.value),
            importer_.Map(cell.low), importer_.Map(cell.high)};
  }

  void EndThread(const Exit& exit) {
    if (frame_.recording) AddThreadEnd(frame_, MapPoint(exit.point));
  }

  // Whether it is the arguments alone that a condition compares, with each other or with where a
  // variable lies. Around a recursion they stand for several.
  bool IsOfArguments(TermId condition) const {
    const Term& truth = callee_.terms.term(condition);
    if (recursive_ || truth.parts.size() != 1) return false;
    const Atom& comparison = callee_.terms.atom(truth.parts[0].atom);
    if (comparison.kind != AtomKind::kComparison) return false;
    const Term& compared = callee_.terms.term(comparison.argument);
    return std::all_of(compared.parts.begin(), compared.parts.end(), [&](const Part& part) {
      const AtomKind kind = callee_.terms.atom(part.atom).kind;
      return kind == AtomKind::kFormal || kind == AtomKind::kGlobal;
    });
  }

  std::optional<Outcome> Leave(const Exit& exit) {
    Outcome outcome;
    outcome.result = exit.has_result ? importer_.Map(exit.result) : kZero;
    std::vector<CellEffect> cells;
    if (!frame_.is_over_budget()) {
      for (const CellEffect& cell : exit.cells) cells.push_back(MapCell(cell));
    } else if (!exit.cells.empty()) {
      frame_.AddGap(GapKind::kBudget, "procedure too large");
    }
    std::vector<AtomId> escaped;
    for (AtomId atom : exit.escaped) escaped.push_back(importer_.MapBase(atom));
    outcome.state = before_;
    State* state = &outcome.state;
    const size_t gates = state->gates.size();
    for (TermId condition : callee_.points[exit.point].conditions) {
      if (!IsOfArguments(condition)) continue;
      if (!Assume(frame_, state, importer_.Map(condition), true)) return std::nullopt;
    }
    Compose(callee_.points[exit.point], state);
    if (state->gates.size() == gates) state->gates = before_.gates;
    for (const CellEffect& cell : cells) {
      if (cell.low != cell.high) {
        Cell region;
        region.address = cell.address;
        region.width = cell.width;
        region.value = cell.value;
        region.low = cell.low;
        region.high = cell.high;
        region.epoch = state->epoch;
        region.is_pointer = terms_.Base(cell.value) != kNothing;
        state->cells.push_back(region);
      } else if (terms_.Base(cell.address) != kNothing) {
        WriteCell(frame_, state, cell.address, cell.width, cell.value,
                  terms_.Base(cell.value) != kNothing);
      }
    }
    LeftByCallee left;
    for (const CellEffect& cell : cells) left.changed.push_back(cell.address);
    for (const Exposure& exposure : callee_.exposures) {
      InsertSorted(&left.exposed, terms_.Base(importer_.Map(exposure.object)));
    }
    for (AtomId atom : escaped) {
      if (atom != kNothing) Escape(frame_, state, terms_.Of(atom), /*is_shared=*/true, &left);
    }
    EscapeWhereStored(exit, left, state);
    if (exit.synchronised) Acquire(frame_, state);
    // What threads wrote that the callee started and saw the end of.
    if (exit.synchronised && !callee_.spawns.empty() && !frame_.MayBeConcurrent(*state)) {
      ++state->epoch;
    }
    KeepRange(exit, &outcome);
    return outcome;
  }

  // Threads that the callee has waited for where it returns.
  struct Ended {
    std::vector<AtomId> tokens;
    size_t handles = 0;  // most that are not known in the callee
  };

  Ended EndedAtSome() {
    Ended ended;
    const Exit* first = nullptr;
    bool differ = false;
    for (const Exit& exit : callee_.exits) {
      if (exit.ends_thread || !IsReachable(exit.point)) continue;
      const Point& point = callee_.points[exit.point];
      if (first == nullptr) first = &exit;
      const Point& other = callee_.points[first->point];
      differ |= point.joined != other.joined || point.joined_handles != other.joined_handles;
      for (const ThreadRange& range : point.joined) {
        if (!AreElements(callee_.terms, range)) InsertSorted(&ended.tokens, MapToken(range.token));
      }
      for (TermId handle : point.joined_handles) {
        const AtomId base = terms_.Base(importer_.Map(handle));
        if (base == kNothing || terms_.atom(base).kind != AtomKind::kThread) continue;
        Atom token = terms_.atom(base);
        token.argument = kZero;
        InsertSorted(&ended.tokens, terms_.InternAtom(token));
      }
      ended.handles = std::max(ended.handles, point.joined_handles.size());
    }
    return differ ? ended : Ended();
  }

  // The caller goes on in one state for each way out. What decides between them may not be known as
  // well here, so a thread that runs on one of them may have been waited for on that way, too.
  void NoteOtherExits(const Ended& ended, const Exit& exit, Point* point) {
    point->joined_on_some |= callee_.points[exit.point].joined_handles.size() < ended.handles;
    for (ThreadRange& range : point->live) {
      range.ended_somewhere |= ContainsSorted(ended.tokens, range.token);
    }
    std::sort(point->live.begin(), point->live.end());
  }

  struct Stored {
    AtomId atom;   // of the callee: the base of the pointer
    AtomId to;     // base of where it was stored
    TermId value;  // the pointer
  };

  // What the callee stored into memory that came in: others reach it if they reach that.
  void EscapeWhereStored(const Exit& exit, const LeftByCallee& left, State* state) {
    if (!stored_) {
      stored_.emplace();
      for (const Published& published : callee_.published) {
        const AtomId base = callee_.terms.Base(published.value);
        if (base == kNothing || !MayBePrivate(callee_.terms.atom(base).kind)) continue;
        stored_->push_back(
            {base, terms_.Base(importer_.Map(published.address)), importer_.Map(published.value)});
      }
    }
    bool grows = true;
    while (grows) {
      const size_t before = state->escaped.size() + state->shared.size();
      for (const Stored& stored : *stored_) {
        if (ContainsSorted(exit.escaped, stored.atom) || stored.to == kNothing ||
            IsPrivate(frame_, *state, stored.to)) {
          continue;
        }
        Escape(frame_, state, stored.value, IsShared(frame_, *state, stored.to), &left);
      }
      grows = state->escaped.size() + state->shared.size() > before;
    }
  }

  static bool MayBePrivate(AtomKind kind) {
    return kind == AtomKind::kSlot || kind == AtomKind::kHeap || kind == AtomKind::kFormal ||
           kind == AtomKind::kInitial || kind == AtomKind::kPhi;
  }

  void KeepRange(const Exit& exit, Outcome* outcome) {
    if (!exit.has_result || terms_.ConstantValue(outcome->result)) return;
    State* state = &outcome->state;
    auto assume = [&](Relation relation, TermId a, TermId b, bool truth) {
      Assume(frame_, state, Compare(frame_, *state, relation, a, b), truth);
    };
    if (exit.low != INT64_MIN) {
      assume(Relation::kLessEqual, terms_.Constant(exit.low), outcome->result, true);
    }
    if (exit.high != INT64_MAX) {
      assume(Relation::kLessEqual, outcome->result, terms_.Constant(exit.high), true);
    }
    if (exit.nonzero) assume(Relation::kEqual, outcome->result, kZero, false);
  }

  struct Behind {
    uint64_t version = kNoVersion;
    std::vector<TermId> cells;
  };
  static constexpr uint64_t kNoVersion = ~uint64_t{0};

  Frame& frame_;
  TermTable& terms_;
  State before_;
  const Summary& callee_;
  const bool recursive_;
  CallImporter importer_;
  std::vector<PointId> points_;                 // by the callee's point; kNothing: not asked for
  std::vector<std::optional<bool>> reachable_;  // by the callee's point
  absl::flat_hash_map<AtomId, bool> private_before_;
  State at_point_;                              // what is known at a point of the callee
  std::vector<TermId> gates_before_;            // their cells
  std::vector<int8_t> may_hold_;                // by the callee's condition; -1: not known
  absl::flat_hash_map<TermId, Behind> behind_;  // by the caller's condition
  Frame::Learnt learnt_;                        // of before_
  uint64_t learnt_version_ = kNoVersion;
  std::optional<std::vector<Stored>> stored_;  // pointers by the callee
  std::optional<std::vector<AtomId>> shown_;   // of the callee: what others can reach, sorted
};

}  // namespace

std::vector<Outcome> Instantiate(Frame& frame, State state, const Summary& callee,
                                 const std::vector<TermId>& arguments) {
  return Instantiation(frame, std::move(state), callee, arguments).Run();
}

}  // namespace plait
