#include "analyzer/transfer/callee_points.h"

#include <algorithm>
#include <utility>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/arrivals.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/found_count.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/join_point.h"
#include "analyzer/transfer/joined_elements.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/ring_end.h"
#include "analyzer/transfer/row_locks.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Around a recursion that takes the lock again, each round would count one more.
constexpr uint8_t kMostOfRecursion = 2;

// `most`: how often a lock is counted.
void AddHeld(const HeldLock& lock, uint8_t most, Point* point) {
  for (HeldLock& held : point->held) {
    if (held.lock != lock.lock || held.kind != lock.kind) continue;
    if (lock.kind == LockKind::kCount && held.number != lock.number) continue;
    if (lock.certain && !held.certain) {
      held = lock;  // whatever was taken and given back before
      return;
    }
    // What the callee took on some ways only does not have to be given back once more, and what was
    // perhaps given back since by another name counts from there on.
    const bool adds = lock.certain || !held.certain;
    held.unless_failed = !held.certain && (held.unless_failed || lock.unless_failed);
    held.is_doubtful |= lock.is_doubtful;
    held.may_be_deeper |= lock.may_be_deeper;
    held.mode = std::max(held.mode, lock.mode);
    if (lock.is_doubtful && lock.kind == LockKind::kLock) {
      held.depth = lock.depth;
    } else if (adds) {
      held.may_be_deeper |= held.depth + lock.depth > most;
      held.depth =
          std::max(held.depth, static_cast<uint8_t>(std::min<int>(most, held.depth + lock.depth)));
    }
    return;
  }
  InsertSorted(&point->held, lock);
}

}  // namespace

CalleePoints::CalleePoints(CalleeNames& call)
    : call_(call),
      frame_(call.frame),
      terms_(call.frame.terms),
      callee_(call.callee),
      mapped_(call.callee.points.size(), kNothing),
      reachable_(call.callee.points.size()),
      gates_before_(Frame::CellsOf(call.before.gates)),
      may_hold_(call.callee.terms.term_count(), -1) {
  at_point_.facts = call.before.facts;
  at_point_.escaped = call.before.escaped;
  for (const Exit& exit : callee_.exits) {
    for (AtomId atom : exit.escaped) InsertSorted(&escaped_, atom);
  }
}

bool CalleePoints::IsReachable(PointId inner) {
  std::optional<bool>& reachable = reachable_[inner];
  if (!reachable) reachable = MeetsConditions(callee_.points[inner]);
  return *reachable;
}

bool CalleePoints::IsHeldAndMovedOn(TermId word) {
  const std::vector<HeldLock>& held = call_.before.point.held;
  const bool is_held = std::any_of(held.begin(), held.end(), [&](const HeldLock& lock) {
    return lock.kind == LockKind::kFlag && lock.certain && lock.lock == call_.Map(word);
  });
  if (!is_held) return false;
  bool is_moved_on = false;
  for (const Access& access : callee_.accesses) {
    if (access.address != word || access.kind != AccessKind::kWrite ||
        (!access.claims && access.found == kNothing) || !IsReachable(access.point)) {
      continue;
    }
    if (access.claims) return false;
    is_moved_on = true;
  }
  return is_moved_on;
}

void CalleePoints::Compose(const Point& inner, State* state) {
  ComposeWithoutGates(inner, state);
  ForGatesOf(inner, *state, [&](TermId cell, uint32_t side) {
    InsertSorted(&state->gates, Gate{cell, FlowGraph::kNone, side});
  });
}

PointId CalleePoints::Map(PointId inner) {
  if (mapped_[inner] == kNothing) {
    // Of what is bounded, what was decided and seen nearest to the point is kept.
    at_point_.point = call_.before.point;
    at_point_.point.observed.clear();
    SettleLast(call_.before, &at_point_.point);
    ComposeWithoutGates(callee_.points[inner], &at_point_);
    std::vector<TermId>& gates = at_point_.point.gates;
    gates.clear();
    ForGatesOf(callee_.points[inner], at_point_,
               [&](TermId cell, uint32_t) { gates.push_back(cell); });
    SortUnique(&gates);
    ComposeConditions(callee_.points[inner], &at_point_.point);
    frame_.DropThreadsNotStarted(call_.before, &at_point_.point);
    frame_.AddObservations(call_.before.point.observed, &at_point_.point);
    mapped_[inner] = frame_.InternPoint(gates_before_, LearntBefore(), &at_point_.point);
  }
  return mapped_[inner];
}

ThreadRange CalleePoints::MapRange(const ThreadRange& range) {
  ThreadRange mapped;
  mapped.certain = range.certain;
  mapped.ended_somewhere = range.ended_somewhere;
  mapped.token = call_.MapToken(range.token);
  const bool single = range.low == kZero && callee_.terms.ConstantValue(range.high) == 1;
  const TermId here = InstanceHere(frame_);
  if (call_.SharesName(range.token) || (!single && here != kZero)) {
    mapped.low = mapped.high = terms_.Any();
  } else if (single) {
    mapped.low = here;
    mapped.high = terms_.AddConstant(here, 1);
  } else {
    mapped.low = call_.Map(range.low);
    mapped.high = call_.Map(range.high);
  }
  return mapped;
}

// A class of threads goes without a number.
TermId CalleePoints::MapPosted(TermId posted) {
  const AtomId base = callee_.terms.Base(posted);
  const bool is_thread = base != kNothing && callee_.terms.atom(base).kind == AtomKind::kThread;
  return is_thread ? terms_.Of(call_.MapToken(base)) : call_.Map(posted);
}

void CalleePoints::ComposeWithoutGates(const Point& inner, State* state) {
  Point& point = state->point;
  ComposeLocks(inner, state);
  ComposeThreads(inner, &point);
  for (TermId t : inner.waited) InsertSorted(&point.waited, call_.Map(t));
  for (TermId t : inner.posted) InsertSorted(&point.posted, MapPosted(t));
  BoundPosted(terms_, &point);
  for (TermId t : inner.asked) {
    if (point.asked.size() < kMaxAsked) InsertSorted(&point.asked, call_.Map(t));
  }
  for (TermId t : inner.met) {
    const TermId met = call_.Map(t);
    if (ContainsSorted(point.asked, met)) InsertSorted(&point.met, met);
  }
  for (TermId t : inner.changes) InsertSorted(&point.changes, call_.Map(t));
  for (TermId t : inner.foreign) InsertSorted(&point.foreign, call_.Map(t));
  for (TermId condition : inner.conditions) {
    const auto foreign = foreign_for_.find(condition);
    if (foreign != foreign_for_.end()) point.foreign = UnionOf(point.foreign, foreign->second);
  }
  for (TermId t : inner.announced) {
    // What the callee has made and shown to others was not there before.
    const AtomId base = callee_.terms.Base(t);
    const bool is_made_there =
        base != kNothing && (callee_.terms.atom(base).kind == AtomKind::kHeap ||
                             callee_.terms.atom(base).kind == AtomKind::kSlot);
    Announce(frame_, state, call_.Map(t), /*is_shown=*/is_made_there);
  }
  point.announced_any |= inner.announced_any;
  for (Arrivals arrivals : inner.arrivals) {
    arrivals.barrier = call_.Map(arrivals.barrier);
    const bool is_again = frame_.environment.IsRecursive(callee_.procedure);
    arrivals.count = is_again ? terms_.Any() : call_.Map(arrivals.count);
    AddArrivals(frame_, arrivals, &point);
  }
  for (TermId t : inner.contended) InsertSorted(&point.contended, call_.Map(t));
  BoundAnnounced(&point);
  for (const Observation& seen : inner.observed) AddObservation(seen, state);
}

void CalleePoints::ComposeLocks(const Point& inner, State* state) {
  Point& point = state->point;
  std::vector<TermId> others;  // given back, but not held by this name
  for (TermId lock : inner.released) {
    const TermId mapped = call_.Map(lock);
    if (!ReleaseIn(mapped, state)) others.push_back(mapped);
  }
  NoteAllReleased(std::move(others), state);
  GiveUpSemaphores(inner, state);
  if (inner.announced_any) {  // perhaps the word as well
    for (HeldLock& held : point.held) {
      if (IsOfWord(held.kind)) held.certain = held.unless_failed = false;
    }
  }
  if (inner.announced_any) {
    point.ends.clear();
    point.counts.clear();
    state->looks.clear();
  }
  for (TermId t : inner.announced) DropFlagLocks(frame_, state, call_.Map(t), WidthOf(t));
  for (RingEnd end : inner.ends) {
    for (TermId* term : {&end.cell, &end.other, &end.number, &end.limit}) *term = call_.Map(*term);
    AddRingEnd(frame_, state, end);
  }
  for (FoundCount count : inner.counts) {
    count.cell = call_.Map(count.cell);
    count.bound = call_.Map(count.bound);
    AddFoundCount(frame_, state, count);
  }
  for (HeldLock lock : inner.held) {
    if (lock.is_doubtful && IsReleasedByOtherName(inner, lock.lock, *state)) {
      lock.GiveUpDoubtful();
    }
    const bool is_escaped = ContainsSorted(escaped_, callee_.terms.Base(lock.lock));
    const TermId inner_lock = lock.lock;
    lock.lock = call_.Map(lock.lock);
    const AtomId word = terms_.Base(lock.lock);
    // One in memory that only this thread knows excludes nobody.
    if (lock.kind == LockKind::kFlag && word != kNothing && !is_escaped &&
        IsPrivate(frame_, call_.before, word)) {
      continue;
    }
    if (lock.kind == LockKind::kFlag && IsHeldAndMovedOn(inner_lock)) continue;
    lock.number = call_.Map(lock.number);
    if (terms_.IsAny(lock.lock)) lock.certain = lock.unless_failed = false;
    lock.acquired = frame_.instruction;
    NoteClaimedAgain(lock, &point);
    AddHeld(lock, call_.is_recursive ? kMostOfRecursion : HeldLock::kMostDepth, &point);
  }
}

// Of a cell that the callee writes; as wide as the largest word that is a lock if it is not known.
uint32_t CalleePoints::WidthOf(TermId cell) {
  constexpr uint32_t kWidest = 8;
  if (!widths_) {
    widths_.emplace();
    for (const Access& access : callee_.accesses) {
      if (access.kind != AccessKind::kWrite) continue;
      uint32_t& width = (*widths_)[access.address];
      width = access.width == 0 ? kWidest : std::max(width, access.width);
    }
  }
  const auto known = widths_->find(cell);
  return known == widths_->end() || callee_.dropped_accesses > 0 ? kWidest : known->second;
}

void CalleePoints::GiveUpSemaphores(const Point& inner, State* state) {
  if (state != &at_point_) {
    for (TermId t : inner.posted) GiveUpSemaphore(frame_, state, MapPosted(t));
    return;
  }
  if (given_up_version_ != terms_.choice_version()) {
    given_up_version_ = terms_.choice_version();
    given_up_.clear();
  }
  std::erase_if(state->point.held, [&](const HeldLock& held) {
    if (held.kind != LockKind::kSemaphore) return false;
    std::vector<int8_t>& given_up = given_up_[held.lock];
    given_up.resize(callee_.terms.term_count(), -1);
    return std::any_of(inner.posted.begin(), inner.posted.end(), [&](TermId posted) {
      int8_t& is_given_up = given_up[posted];
      if (is_given_up < 0) {
        is_given_up = MayBePosted(frame_, *state, held.lock, MapPosted(posted));
      }
      return is_given_up == 1;
    });
  });
}

void CalleePoints::ComposeThreads(const Point& inner, Point* point) {
  for (const ThreadRange& range : inner.joined) {
    if (AreElements(callee_.terms, range)) {
      ImportJoinedElements(range, point);
    } else {
      AddJoined(frame_, point, MapRange(range));
    }
  }
  for (TermId handle : inner.joined_handles) AddHandle(call_.Map(handle), point);
  if (inner.is_in_child) EnterChild(point);
  for (const ThreadRange& range : inner.live) AddLive(frame_, point, MapRange(range));
  point->joined_unknown |= inner.joined_unknown;
  point->joined_on_some |= inner.joined_on_some;
}

template <typename Note>
void CalleePoints::ForGatesOf(const Point& inner, const State& state, const Note& note) {
  for (TermId t : inner.conditions) {
    const TermId condition = call_.Map(t);
    for (TermId cell : CellsBehind(condition, state)) note(cell, condition);
  }
  for (TermId t : inner.gates) {
    const TermId cell = call_.Map(t);
    const AtomId base = terms_.Base(cell);
    if (base == kNothing || !IsPrivate(frame_, state, base)) note(cell, Gate::kAnySide);
  }
}

bool CalleePoints::IsShared(TermId inner, TermId mapped, const State& state) {
  const AtomId base = terms_.Base(mapped);
  if (base == kNothing) return false;
  if (!IsPrivate(frame_, state, base)) return true;
  const AtomId inner_base = callee_.terms.Base(inner);
  if (inner_base == kNothing) return false;
  const AtomKind kind = callee_.terms.atom(inner_base).kind;
  return kind == AtomKind::kSlot || kind == AtomKind::kHeap || ContainsSorted(escaped_, inner_base);
}

bool CalleePoints::IsReleasedByOtherName(const Point& inner, TermId lock, const State& state) {
  return std::any_of(inner.released.begin(), inner.released.end(), [&](TermId released) {
    return released != lock && MayBeOneLock(state, call_.Map(released), call_.Map(lock));
  });
}

bool CalleePoints::MayBeOneLock(const State& state, TermId a, TermId b) {
  const auto overlap = [&] { return OverlapOf(frame_, state, a, 1, b, 1) != Overlap::kNever; };
  if (&state != &at_point_) return overlap();
  if (one_lock_version_ != terms_.choice_version()) {
    one_lock_version_ = terms_.choice_version();
    one_lock_.clear();
  }
  const auto [known, is_new] = one_lock_.try_emplace({a, b});
  return is_new ? known->second = overlap() : known->second;
}

bool CalleePoints::ReleaseIn(TermId lock, State* state) {
  std::vector<HeldLock>& held = state->point.held;
  for (size_t i = 0; i < held.size(); ++i) {
    if (held[i].lock != lock) continue;
    if (held[i].depth > 1) {
      // How often the callee gave it back is not said.
      --held[i].depth;
      held[i].certain = held[i].unless_failed = false;
    } else if (held[i].may_be_deeper) {
      held[i].certain = held[i].unless_failed = false;
    } else {
      held.erase(held.begin() + i);
    }
    return true;
  }
  DoubtHeld(&state->point);
  for (HeldLock& other : held) {
    if (other.certain_unless_failed() && MayBeOneLock(*state, other.lock, lock)) {
      other.certain = other.unless_failed = false;
    }
  }
  DropLostRows(&held);
  return false;
}

void CalleePoints::NoteAllReleased(std::vector<TermId> locks, State* state) {
  if (locks.empty()) return;
  const bool is_any_followed = std::any_of(
      locks.begin(), locks.end(), [&](TermId lock) { return terms_.Base(lock) != kNothing; });
  // What is known is the same at all points of the callee.
  if (is_any_followed && (state != &at_point_ || !tells_apart_)) {
    TellApart(frame_, *state);
    tells_apart_ |= state == &at_point_;
  }
  SortUnique(&locks);
  state->point.released = UnionOf(state->point.released, locks);
}

void CalleePoints::AddObservation(Observation seen, State* state) {
  const auto is_shared = [&](TermId inner, TermId cell) {
    return IsShared(inner, cell, *state) && !terms_.IsAny(cell) &&
           !terms_.MentionsKind(cell, AtomKind::kIteration);
  };
  const TermId cell = std::exchange(seen.cell, call_.Map(seen.cell));
  if (!is_shared(cell, seen.cell)) return;
  if (seen.is_difference()) {
    const TermId other = std::exchange(seen.other, call_.Map(seen.other));
    if (!is_shared(other, seen.other)) return;
  }
  frame_.AddObservations({seen}, &state->point);
}

void CalleePoints::ImportJoinedElements(const ThreadRange& range, Point* point) {
  if (call_.is_recursive) {
    point->joined_unknown = true;
    return;
  }
  const Atom& element = callee_.terms.atom(range.token);
  JoinElements(frame_, call_.before, call_.Map(element.argument), element.index,
               call_.Map(range.low), call_.Map(AsStored(callee_.terms, range.high)), point);
}

void CalleePoints::AddHandle(TermId handle, Point* point) {
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

bool CalleePoints::MeetsConditions(const Point& inner) {
  return std::all_of(inner.conditions.begin(), inner.conditions.end(),
                     [&](TermId condition) { return MayHold(condition); });
}

State CalleePoints::KnownBefore() const {
  State state;
  state.facts = call_.before.facts;
  state.epoch = call_.before.epoch;
  state.escaped = call_.before.escaped;
  return state;
}

Range CalleePoints::RangeAt(const Point& inner, TermId value) {
  State state = KnownBefore();
  for (const TermId condition : inner.conditions) {
    Assume(frame_, &state, call_.Map(condition), true);
  }
  return RangeOf(frame_, state, value);
}

bool CalleePoints::MayHold(TermId condition) {
  if (may_hold_[condition] >= 0) return may_hold_[condition] == 1;
  may_hold_[condition] = 1;  // if it is asked for again while it is mapped
  State state = KnownBefore();
  const bool may_hold = Assume(frame_, &state, call_.Map(condition), true);
  may_hold_[condition] = may_hold;
  for (const Fact& fact : state.facts) {
    if (std::find(call_.before.facts.begin(), call_.before.facts.end(), fact) !=
        call_.before.facts.end()) {
      continue;
    }
    const TermId foreign = frame_.ForeignFor(fact);
    if (foreign != kNothing) InsertSorted(&foreign_for_[condition], foreign);
  }
  return may_hold;
}

const std::vector<TermId>& CalleePoints::CellsBehind(TermId condition, const State& state) {
  Behind& behind = behind_[condition];
  if (behind.version != terms_.choice_version()) {
    behind.version = terms_.choice_version();
    behind.cells.clear();
    CollectSharedCells(frame_, state, condition, &behind.cells);
  }
  return behind.cells;
}

const Frame::Learnt& CalleePoints::LearntBefore() {
  if (learnt_version_ != terms_.choice_version()) {
    learnt_version_ = terms_.choice_version();
    learnt_ = frame_.LearntIn(call_.before);
  }
  return learnt_;
}

void CalleePoints::ComposeConditions(const Point& inner, Point* point) {
  for (TermId condition : inner.conditions) {
    TermId mapped = call_.Map(condition);
    const bool mentions_self = terms_.MentionsKind(mapped, AtomKind::kSelf);
    if (mentions_self) mapped = AskingForCell(condition, mapped);
    const bool is_of_self = mentions_self || TakenNumberIn(terms_, mapped).has_value();
    if (point->conditions.size() >= Frame::MostConditions(is_of_self)) continue;
    const AtomId equality = terms_.EqualityOf(mapped);
    if (is_of_self || terms_.MentionsKind(mapped, AtomKind::kFormal) ||
        (equality != kNothing && frame_.IsOfCaller(terms_.atom(equality).argument))) {
      InsertSorted(&point->conditions, mapped);
    }
  }
}

TermId CalleePoints::AskingForCell(TermId condition, TermId mapped) {
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
      atom.argument = call_.Map(atom.argument);
    } else if (atom.kind != AtomKind::kSelf) {
      return mapped;
    }
    comparison.argument =
        terms_.Add(comparison.argument, terms_.Multiply(terms_.Of(atom), part.coefficient));
  }
  return terms_.Of(comparison);
}

}  // namespace plait
