// What memory.h says of accesses, and of what they tell other threads.
#include <algorithm>
#include <cstdint>

#include "analyzer/transfer/access_locks.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/arrivals.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/span.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Whether counters of loops in the address may be 0 here, as far as branches tell.
bool IncludesFirstTurn(Frame& frame, const State& state, TermId address) {
  const Term& term = frame.terms.term(address);
  return std::all_of(term.parts.begin(), term.parts.end(), [&](const Part& part) {
    return frame.terms.atom(part.atom).kind != AtomKind::kIteration ||
           RangeOf(frame, state, frame.terms.Of(part.atom)).low <= 0;
  });
}

// The cells, if any, that a relaxed load took the pointer from, or one of those that it may be, or
// that leads to where it was found.
void FollowRelaxed(Frame& frame, AtomId pointer, int steps) {
  if (pointer == kNothing) return;
  if (const auto loaded = frame.loaded_relaxed.find(pointer);
      loaded != frame.loaded_relaxed.end()) {
    frame.followed_relaxed.insert(loaded->second.begin(), loaded->second.end());
  }
  const Atom& atom = frame.terms.atom(pointer);
  if (steps == 0) return;
  if (atom.kind == AtomKind::kPhi) {
    for (TermId option : frame.terms.ChoiceOf(pointer).options) {
      FollowRelaxed(frame, frame.terms.Base(option), steps - 1);
    }
    return;
  }
  const TermId cell = frame.CellOf(pointer).address;
  if (cell == kNothing) return;
  if (frame.read_relaxed.contains(cell)) frame.followed_relaxed.insert(cell);
  FollowRelaxed(frame, frame.terms.Base(cell), steps - 1);
}

int64_t FactorIn(const Term& term, AtomId number) {
  for (const Part& part : term.parts) {
    if (part.atom == number) return part.coefficient;
  }
  return 0;
}

// The address with counters of which a branch told what is left of them by a constant as that and a
// multiple of it: of `if (i % 2 == 0) a[i]` elements 0, 2, 4 and so on.
TermId AsDivided(Frame& frame, const State& state, TermId address) {
  TermTable& terms = frame.terms;
  TermId result = address;
  for (const Fact& fact : state.facts) {
    const Atom atom = terms.atom(fact.atom);
    if (atom.kind != AtomKind::kRemainder) continue;
    const Divisor divisor = Divisor::FromIndex(atom.index);
    const Term& divided = terms.term(atom.argument);
    if (divisor.number < 2 || divided.parts.size() != 1 || divided.constant != 0 ||
        divided.parts[0].coefficient != 1 ||
        terms.atom(divided.parts[0].atom).kind != AtomKind::kIteration) {
      continue;
    }
    const bool is_odd = divisor.number == 2 && fact.range.nonzero;
    const int64_t rest = is_odd ? 1 : fact.range.low;
    if (!is_odd && (fact.range.low != fact.range.high || rest < 0)) continue;
    const AtomId counter = divided.parts[0].atom;
    const TermId multiple =
        terms.Multiply(terms.Divide(AtomKind::kQuotient, terms.Of(counter), divisor),
                       static_cast<int64_t>(divisor.number));
    const TermId more = terms.Subtract(terms.AddConstant(multiple, rest), terms.Of(counter));
    result = terms.Add(result, terms.Multiply(more, FactorIn(terms.term(result), counter)));
  }
  return result;
}

}  // namespace

void NoteRelaxedPointer(Frame& frame, AtomId base) {
  constexpr int kMaxSteps = 4;
  if (frame.loaded_relaxed.empty() && frame.read_relaxed.empty()) return;
  FollowRelaxed(frame, base, kMaxSteps);
}

void MarkFollowed(Frame& frame) {
  for (Access& access : frame.summary.accesses) {
    access.leads_on |= access.is_relaxed && access.kind == AccessKind::kRead &&
                       frame.followed_relaxed.contains(access.address);
  }
}

Access* RecordAccess(Frame& frame, const State& state, TermId address, uint32_t width,
                     AccessKind kind, bool is_atomic) {
  if (!frame.recording && !frame.in_first_turn) return nullptr;
  const AtomId base = frame.terms.Base(address);
  if (base == kNothing) {
    if (!frame.terms.ConstantValue(address)) frame.AddGap(GapKind::kUnknownAddress, "");
    return nullptr;
  }
  const Atom& atom = frame.terms.atom(base);
  if (atom.kind == AtomKind::kFunction || atom.kind == AtomKind::kString) return nullptr;
  if (atom.kind == AtomKind::kGlobal &&
      (frame.environment.IsThreadLocal(atom.name) || frame.environment.IsConstant(atom.name))) {
    return nullptr;
  }
  if (IsPrivate(frame, state, base)) return nullptr;
  if (frame.terms.IsUnfollowed(address)) {
    frame.AddGap(GapKind::kUnknownAddress, "");
    return nullptr;
  }
  NoteRelaxedPointer(frame, base);
  Access access;
  access.address = address;
  access.width = width;
  access.kind = kind;
  access.is_atomic = is_atomic;
  access.is_published = ContainsSorted(state.escaped, base);
  access.is_certain = !frame.terms.IsAny(address) && IncludesFirstTurn(frame, state, address);
  access.is_picked = IsPickedByTurn(frame, address);
  access.may_be_kept = MayBeKept(frame, state.point);
  access.point = frame.InternPoint(state);
  access.origin = {frame.instruction, kNoName, 0};
  access.is_failing = frame.is_failing();
  access.is_unwinding = frame.is_unwinding();
  access.is_intended = frame.current != nullptr && frame.current->is_intended;
  BoundAccess(frame, state, &access);
  access.point = WithLocksOf(frame, state, access);
  access.address = AsDivided(frame, state, address);
  std::vector<Access>& accesses = frame.recording ? frame.summary.accesses : frame.first_turn;
  accesses.push_back(access);
  return &accesses.back();
}

namespace {

// What was made by an instruction, or reckoned from such numbers, has one name for all who get it.
bool IsNumberMade(const Frame& frame, AtomId number) {
  const Atom& atom = frame.terms.atom(number);
  const bool is_made = atom.kind == AtomKind::kUnknown || atom.kind == AtomKind::kPhi;
  return is_made ? !atom.is_pointer && atom.argument == kZero : IsFunction(atom.kind);
}

}  // namespace

bool IsSettledNumber(const Frame& frame, const Cell& cell) {
  const AtomId base = frame.terms.Base(cell.address);
  if (base == kNothing || cell.is_region() || cell.is_pointer || cell.width > sizeof(uint64_t) ||
      cell.width == 0) {
    return false;
  }
  const Atom& atom = frame.terms.atom(base);
  return atom.kind == AtomKind::kGlobal && frame.environment.IsSettled(atom.name) &&
         frame.terms.term(frame.terms.Offset(cell.address)).is_constant() &&
         !frame.terms.AnyAtomIn(cell.value,
                                [&](AtomId part) { return !IsNumberMade(frame, part); });
}

void Announce(Frame& frame, State* state, TermId address, bool is_shown) {
  const AtomId base = frame.terms.Base(address);
  if (IsOfThread(frame, base)) return;
  if (state->point.announced_any) {
    state->looks.clear();
    return;
  }
  if (base != kNothing && !is_shown && IsPrivate(frame, *state, base)) return;
  state->looks.clear();
  InsertSorted(&state->point.announced, address);
  BoundAnnounced(&state->point);
}

void BoundAnnounced(Point* point) {
  constexpr size_t kMaxAnnounced = 48;
  if (point->announced.size() <= kMaxAnnounced && !point->announced_any) return;
  point->announced_any = true;
  point->announced.clear();
}

void BoundPosted(TermTable& terms, Point* point) {
  constexpr size_t kMaxPosted = 48;
  if (point->posted.size() <= kMaxPosted) return;
  std::erase_if(point->posted, [&](TermId posted) {
    const AtomId base = terms.Base(posted);
    return base == kNothing || terms.atom(base).kind != AtomKind::kThread;
  });
  InsertSorted(&point->posted, terms.Any());
}

void GoOnAnyTime(Frame& frame, State* state) {
  for (HeldLock& lock : state->point.held) lock.certain = lock.unless_failed = false;
  state->point.announced.clear();
  state->point.announced_any = true;
  ForgetRounds(frame, state);
  InsertSorted(&state->point.posted, frame.terms.Any());
  Acquire(frame, state);
}

void Acquire(Frame& frame, State* state) {
  state->synchronised = true;
  if (frame.MayBeConcurrent(*state)) ++state->epoch;
}

}  // namespace plait
