#include "analyzer/transfer/join.h"

#include <algorithm>
#include <optional>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/joined_elements.h"
#include "analyzer/transfer/loop.h"
#include "analyzer/transfer/memory.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Value of register or cell where two paths meet. See Join for back edges.
TermId JoinValues(Frame& frame, uint32_t block, bool back_edge, uint64_t key, Frame::PhiTag tag,
                  TermId here, TermId other, bool is_pointer) {
  if (here == other) return here;
  if (back_edge) {
    TermTable& terms = frame.terms;
    if (other == OldVersion(frame, block, here)) return here;  // not changed by the iteration
    const AtomId iteration = frame.IterationOf(block);
    const auto step = terms.ConstantValue(terms.Subtract(other, here));
    if (step && *step != 0 && !terms.Mentions(here, iteration)) {
      return terms.Add(here, terms.Multiply(terms.Of(iteration), *step));
    }
    // What an earlier iteration left is some instance, not a certain one.
    auto generalise = [&](TermId value) {
      if (!terms.Mentions(value, iteration)) return value;
      const TermId any = terms.Any();
      return terms.Substitute(value, [&](AtomId a) { return a == iteration ? any : kNothing; });
    };
    here = generalise(here);
    other = generalise(other);
  }
  return frame.Choose(tag, block, key, here, other, is_pointer);
}

Range Hull(const Range& a, const Range& b) {
  Range hull{std::min(a.low, b.low), std::max(a.high, b.high), false};
  auto excludes_zero = [](const Range& r) { return r.nonzero || r.low > 0 || r.high < 0; };
  hull.nonzero = excludes_zero(a) && excludes_zero(b);
  return hull;
}

std::optional<Range> FactOf(const State& state, AtomId atom) {
  auto at = std::lower_bound(state.facts.begin(), state.facts.end(), atom,
                             [](const Fact& f, AtomId a) { return f.atom < a; });
  if (at == state.facts.end() || at->atom != atom) return std::nullopt;
  return at->range;
}

// A fresh choice of two numbers of which one was put in the place of the other, as by
// `if (end > length) end = length`, is not more, or not less, than either.
void KeepOrder(Frame& frame, TermId merged, const State& a, TermId x, const State& b, TermId y,
               std::vector<Fact>* facts, uint32_t epoch) {
  const TermTable& terms = frame.terms;
  if (terms.Base(x) != kNothing || terms.Base(y) != kNothing ||
      (terms.ConstantValue(x) && terms.ConstantValue(y))) {
    return;
  }
  const auto add = [&](TermId less, TermId more) {
    facts->push_back({LessEqual(frame, less, more), {1, 1, true}, epoch});
  };
  const auto is_less = [&](const State& state, TermId less, TermId more) {
    return Decide(frame, state, Relation::kLessEqual, less, more).value_or(false);
  };
  if (is_less(a, x, y)) add(merged, y);
  if (is_less(b, y, x)) add(merged, x);
  if (is_less(a, y, x)) add(y, merged);
  if (is_less(b, x, y)) add(x, merged);
}

// A fresh phi knows the hull of what it merges.
void KeepRange(Frame& frame, bool back_edge, TermId merged, const State& a, TermId x,
               const State& b, TermId y, std::vector<Fact>* facts, uint32_t epoch) {
  if (x == y || back_edge) return;
  const Term& term = frame.terms.term(merged);
  if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) return;
  if (frame.terms.atom(term.parts[0].atom).kind != AtomKind::kPhi) return;
  const Range hull = Hull(RangeOf(frame, a, x), RangeOf(frame, b, y));
  if (!hull.is_full()) facts->push_back({term.parts[0].atom, hull, epoch});
  KeepOrder(frame, merged, a, x, b, y, facts, epoch);
}

void JoinLocks(std::vector<HeldLock>* held, const std::vector<HeldLock>& other) {
  std::vector<HeldLock> result;
  auto find = [](const std::vector<HeldLock>& set, const HeldLock& lock) -> const HeldLock* {
    for (const HeldLock& l : set) {
      if (l.lock == lock.lock && l.kind == lock.kind && l.number == lock.number) return &l;
    }
    return nullptr;
  };
  for (HeldLock lock : *held) {
    const HeldLock* match = find(other, lock);
    if (match == nullptr) {
      lock.certain = lock.unless_failed = false;
    } else {
      lock.unless_failed = lock.certain_unless_failed() && match->certain_unless_failed() &&
                           !(lock.certain && match->certain);
      lock.certain = lock.certain && match->certain;
      lock.is_doubtful |= match->is_doubtful;
      lock.mode = std::min(lock.mode, match->mode);
      lock.depth = std::min(lock.depth, match->depth);
      lock.acquired = std::min(lock.acquired, match->acquired);
    }
    InsertSorted(&result, lock);
  }
  for (HeldLock lock : other) {
    if (find(*held, lock) != nullptr) continue;
    lock.certain = lock.unless_failed = false;
    InsertSorted(&result, lock);
  }
  *held = std::move(result);
}

void AddRange(Frame& frame, std::vector<ThreadRange>* set, ThreadRange range, bool may) {
  TermTable& terms = frame.terms;
  for (size_t i = 0; i < set->size(); ++i) {
    ThreadRange& old = (*set)[i];
    if (old.token != range.token) continue;
    old.certain &= range.certain;
    old.ended_somewhere &= range.ended_somewhere;
    if (old.low == range.low && old.high == range.high) return;
    if (old.high == range.low) {
      old.high = range.high;
    } else if (range.high == old.low) {
      old.low = range.low;
    } else if (may) {
      old.low = old.high = terms.Any();
    } else {
      continue;
    }
    std::sort(set->begin(), set->end());
    return;
  }
  InsertSorted(set, range);
}

// Ranges of both; of the same token with other bounds, one that covers both, or an unknown one.
std::vector<ThreadRange> JoinLive(Frame& frame, bool back_edge, uint32_t block,
                                  std::vector<ThreadRange> a, const std::vector<ThreadRange>& b) {
  const AtomId iteration = frame.IterationOf(block);
  std::vector<ThreadRange> result = std::move(a);
  // Around a loop, threads that the entry knows nothing of are those of earlier turns.
  const auto has = [](const std::vector<ThreadRange>& ranges, AtomId token) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const ThreadRange& range) { return range.token == token; });
  };
  for (ThreadRange& range : result)
    range.certain = range.certain && (back_edge || has(b, range.token));
  std::vector<ThreadRange> others = b;
  for (ThreadRange& range : others) {
    range.certain = range.certain && (back_edge || has(result, range.token));
  }
  for (const ThreadRange& range : others) {
    auto same = std::find_if(result.begin(), result.end(),
                             [&](const ThreadRange& r) { return r.token == range.token; });
    if (same == result.end()) {
      InsertSorted(&result, range);
    } else if (!(*same == range)) {
      // At a head, [0, iteration) covers the entry's empty range and whatever came around.
      const bool covers = back_edge && frame.terms.Mentions(range.high, iteration) &&
                          same->low == range.low && same->high == range.low;
      if (covers) {
        *same = range;
      } else {
        same->certain &= range.certain;
        same->ended_somewhere |= range.ended_somewhere;
        const auto more = frame.terms.ConstantDifference(range.high, same->high);
        if (!back_edge && same->low == range.low && more) {
          // The last ones were started on one of the ways only, as where that may fail.
          same->certain &= *more == 0;
          if (*more > 0) same->high = range.high;
        } else if (same->low != range.low || same->high != range.high) {
          same->low = same->high = frame.terms.Any();
        }
      }
      std::sort(result.begin(), result.end());
    }
  }
  return result;
}

// Of a thread that runs on one of two ways and was joined on the other, both are known.
void NoteEnded(const std::vector<ThreadRange>& live, const std::vector<ThreadRange>& joined,
               const std::vector<ThreadRange>& other_live,
               const std::vector<ThreadRange>& other_joined, std::vector<ThreadRange>* merged) {
  const auto has = [](const std::vector<ThreadRange>& ranges, AtomId token) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const ThreadRange& range) { return range.token == token; });
  };
  for (ThreadRange& range : *merged) {
    range.ended_somewhere |= (has(joined, range.token) && !has(live, range.token)) ||
                             (has(other_joined, range.token) && !has(other_live, range.token));
  }
  std::sort(merged->begin(), merged->end());
}

// Of threads that have ended on some ways, and are not known of otherwise, only that is known.
void NoteStarted(TermTable& terms, const std::vector<ThreadRange>& joined, Point* merged) {
  for (const ThreadRange& range : joined) {
    const auto is_of_token = [&](const ThreadRange& r) { return r.token == range.token; };
    if (absl::c_none_of(merged->joined, is_of_token) &&
        absl::c_none_of(merged->live, is_of_token)) {
      InsertSorted(&merged->posted, terms.Of(range.token));
    }
  }
}

// A range [0, iteration) around a loop holds at the entry too, where it is empty.
template <typename T, typename Mentions>
std::vector<T> JoinMust(bool back_edge, const std::vector<T>& a, const std::vector<T>& b,
                        Mentions empty_at_entry) {
  std::vector<T> result = IntersectionOf(a, b);
  if (!back_edge) return result;
  for (const T& element : b) {
    if (empty_at_entry(element)) InsertSorted(&result, element);
  }
  return result;
}

void JoinPoints(Frame& frame, uint32_t block, bool back_edge, Point* a, const Point& b) {
  JoinLocks(&a->held, b.held);
  a->released = UnionOf(a->released, b.released);
  const std::vector<ThreadRange> live_before = a->live;
  a->live = JoinLive(frame, back_edge, block, std::move(a->live), b.live);
  NoteEnded(live_before, a->joined, b.live, b.joined, &a->live);
  const std::vector<ThreadRange> joined_before = a->joined;
  const AtomId iteration = frame.IterationOf(block);
  const auto elements_in = [&](const std::vector<ThreadRange>& ranges) {
    return absl::c_count_if(ranges,
                            [&](const ThreadRange& r) { return AreElements(frame.terms, r); });
  };
  const auto most = std::max(elements_in(a->joined), elements_in(b.joined));
  a->joined = JoinMust(back_edge, a->joined, b.joined, [&](const ThreadRange& r) {
    return frame.terms.Subtract(r.high, r.low) == frame.terms.Of(iteration);
  });
  NoteStarted(frame.terms, joined_before, a);
  NoteStarted(frame.terms, b.joined, a);
  a->joined_unknown |= elements_in(a->joined) < most;
  // Whoever knows the handle may not know that it was waited for on some ways only.
  a->joined_on_some |= b.joined_on_some || a->joined_handles != b.joined_handles;
  a->is_in_child &= b.is_in_child;
  a->joined_handles = IntersectionOf(a->joined_handles, b.joined_handles);
  a->waited = IntersectionOf(a->waited, b.waited);
  a->posted = UnionOf(a->posted, b.posted);
  a->asked = IntersectionOf(a->asked, b.asked);
  // Who comes last to a barrier of the program's own making wakes those who wait.
  a->met = IntersectionOf(UnionOf(a->met, b.met), a->asked);
  a->changes = IntersectionOf(a->changes, b.changes);
  a->joined_unknown |= b.joined_unknown;
  a->observed = IntersectionOf(a->observed, b.observed);
  a->announced = UnionOf(a->announced, b.announced);
  a->announced_any |= b.announced_any;
  a->contended = IntersectionOf(a->contended, b.contended);
  BoundAnnounced(a);
}

// Whether in `a` another thread's value is waited for that `b` knows nothing of.
bool WaitsForMore(const std::vector<Gate>& a, const std::vector<Gate>& b) {
  return std::any_of(a.begin(), a.end(), [&](const Gate& gate) {
    return gate.until == FlowGraph::kNone && gate.side == Gate::kAnySide &&
           !ContainsSorted(b, gate);
  });
}

// Where both outcomes have met, only what is on the same side still depends on the value, but if
// the value decided who has to wait.
std::vector<Gate> JoinGates(const std::vector<Gate>& a, const std::vector<Gate>& b) {
  if (a == b) return a;
  const bool one_waits = WaitsForMore(a, b) || WaitsForMore(b, a);
  std::vector<Gate> result;
  for (const Gate& gate : a) {
    for (const Gate& other : b) {
      if (gate.cell != other.cell || gate.until != other.until) continue;
      if (gate.side == other.side) {
        InsertSorted(&result, gate);
      } else if (gate.until != FlowGraph::kNone || one_waits) {
        InsertSorted(&result, Gate{gate.cell, gate.until});
      }
    }
  }
  return result;
}

// The same cell; for a region, the one with the same bounds if there are several. States that meet
// were mostly one before: `place` is where `like` stands in the other one.
const Cell* FindCell(const std::vector<Cell>& cells, const Cell& like, size_t place) {
  if (place < cells.size() && cells[place].address == like.address &&
      cells[place].width == like.width && !cells[place].is_region() && !like.is_region()) {
    return &cells[place];
  }
  const Cell* found = nullptr;
  for (const Cell& cell : cells) {
    if (cell.address != like.address || cell.width != like.width ||
        cell.is_region() != like.is_region()) {
      continue;
    }
    if (!cell.is_region() || cell.high == like.high) return &cell;
    if (found == nullptr) found = &cell;
  }
  return found;
}

bool IsRegionOfLoop(Frame& frame, uint32_t head, const Cell& cell) {
  return cell.is_region() && frame.terms.Mentions(cell.high, frame.IterationOf(head));
}

void JoinCells(Frame& frame, uint32_t block, bool back_edge, State* state, const State& other,
               std::vector<Fact>* facts) {
  // Loads of cells that one side lacks must see that side's memory.
  const State &left = *state, &right = other;
  std::vector<Cell> result;
  for (size_t i = 0; i < left.cells.size(); ++i) {
    const Cell& cell = left.cells[i];
    const Cell* match = FindCell(right.cells, cell, i);
    if (cell.is_region()) {
      if (match != nullptr && *match == cell) {
        result.push_back(cell);
      } else if (match != nullptr && match->low == cell.low) {
        Cell merged = cell;
        merged.value = frame.Choose(Frame::PhiTag::kRegion, block, CellKey(cell), cell.value,
                                    match->value, cell.is_pointer);
        if (match->high != cell.high) {
          merged.high = IsRegionOfLoop(frame, block, *match) ? match->high : frame.terms.Any();
        }
        result.push_back(merged);
      } else if (back_edge && IsRegionOfLoop(frame, block, cell)) {
        result.push_back(cell);
      } else {
        Cell merged = cell;  // maybe written
        merged.high = frame.terms.Any();
        result.push_back(merged);
      }
      continue;
    }
    Cell merged = cell;
    TermId there;
    if (match != nullptr) {
      there = match->value;
      merged.epoch = std::min(cell.epoch, match->epoch);
      merged.is_pointer |= match->is_pointer;
    } else {
      there = LoadCell(frame, right, cell.address, cell.width, cell.is_pointer);
    }
    merged.value = JoinValues(frame, block, back_edge, CellKey(cell), Frame::PhiTag::kCell,
                              cell.value, there, cell.is_pointer);
    KeepRange(frame, back_edge, merged.value, left, cell.value, right, there, facts, state->epoch);
    result.push_back(merged);
  }
  for (size_t i = 0; i < right.cells.size(); ++i) {
    const Cell& cell = right.cells[i];
    const Cell* match = FindCell(left.cells, cell, i);
    // One that this loop has begun, on top of what another loop wrote, is empty at first.
    const bool is_begun = back_edge && IsRegionOfLoop(frame, block, cell);
    if (match != nullptr && !(is_begun && match->high != cell.high)) continue;
    if (cell.is_region()) {
      Cell merged = cell;
      if (!is_begun) merged.high = frame.terms.Any();
      result.push_back(merged);
      continue;
    }
    Cell merged = cell;
    const TermId here = LoadCell(frame, left, cell.address, cell.width, cell.is_pointer);
    merged.value = JoinValues(frame, block, back_edge, CellKey(cell), Frame::PhiTag::kCell, here,
                              cell.value, cell.is_pointer);
    KeepRange(frame, back_edge, merged.value, left, here, right, cell.value, facts, state->epoch);
    result.push_back(merged);
  }
  state->cells = std::move(result);
}

}  // namespace

uint64_t CellKey(const Cell& cell) {
  return (static_cast<uint64_t>(cell.address) << 8) ^ cell.width;
}

bool SameSituation(const State& a, const State& b) {
  auto same_locks = [](const std::vector<HeldLock>& x, const std::vector<HeldLock>& y) {
    return std::equal(
        x.begin(), x.end(), y.begin(), y.end(), [](const HeldLock& l, const HeldLock& r) {
          return l.lock == r.lock && l.kind == r.kind && l.number == r.number && l.mode == r.mode &&
                 l.certain == r.certain && l.unless_failed == r.unless_failed && l.depth == r.depth;
        });
  };
  const Point &p = a.point, &q = b.point;
  return same_locks(p.held, q.held) && p.live == q.live && p.joined == q.joined &&
         p.joined_handles == q.joined_handles && p.waited == q.waited && p.released == q.released &&
         p.changes == q.changes && p.is_in_child == q.is_in_child && a.cleanups == b.cleanups;
}

bool HaveNumbersAlike(const Frame& frame, const State& a, const State& b) {
  for (size_t r = 0; r < a.registers.size(); ++r) {
    const TermId x = a.registers[r], y = b.registers[r];
    if (x == y || x == kNothing || y == kNothing) continue;
    if (HasTakenNumber(frame.terms, x) != HasTakenNumber(frame.terms, y)) return false;
  }
  return true;
}

namespace {

// Whether a C++ exception may be in flight.
bool MayThrow(const Frame& frame, const State& state) {
  return std::any_of(state.cells.begin(), state.cells.end(), [&](const Cell& cell) {
    const AtomId base = frame.terms.Base(cell.address);
    return base != kNothing && frame.terms.atom(base).kind == AtomKind::kGlobal &&
           frame.terms.atom(base).name == frame.exception &&
           frame.terms.ConstantValue(cell.value) != 0;
  });
}

}  // namespace

bool SameInputs(const Frame& frame, const State& a, const State& b) {
  if (frame.exception != kNoName && MayThrow(frame, a) != MayThrow(frame, b)) return false;
  return std::all_of(frame.told_apart.begin(), frame.told_apart.end(), [&](AtomId comparison) {
    return FactOf(a, comparison) == FactOf(b, comparison);
  });
}

void AddLive(Frame& frame, Point* point, ThreadRange range) {
  AddRange(frame, &point->live, range, /*may=*/true);
}

void AddJoined(Frame& frame, Point* point, ThreadRange range) {
  for (uint32_t head = frame.graph.LoopOf(frame.block); head != FlowGraph::kNone;
       head = frame.graph.OuterLoop(head)) {
    frame.joined_in.insert({head, range.token});
  }
  AddRange(frame, &point->joined, range, /*may=*/false);
  std::vector<ThreadRange> all = point->joined;
  all.push_back(range);
  for (const ThreadRange& joined : all) {
    if (joined.token != range.token) continue;
    std::erase_if(point->live, [&](const ThreadRange& live) {
      if (live.token != joined.token || frame.terms.IsAny(live.low)) return false;
      if (live.low == joined.low && live.high == joined.high) return true;
      const auto low = frame.terms.ConstantDifference(live.low, joined.low);
      const auto high = frame.terms.ConstantDifference(joined.high, live.high);
      return low && *low >= 0 && high && *high >= 0;
    });
  }
}

void ForgetDeadRegisters(const Frame& frame, uint32_t block, State* state) {
  for (size_t r = 0; r < state->registers.size(); ++r) {
    if (!frame.graph.IsLiveIn(block, r)) state->registers[r] = kNothing;
  }
}

void Join(Frame& frame, uint32_t block, bool back_edge, State* state, const State& other) {
  frame.work += state->cells.size() + other.cells.size();
  std::vector<Fact> facts;
  for (const Fact& fact : state->facts) {
    if (auto there = FactOf(other, fact.atom)) {
      const Range hull = back_edge && !(*there == fact.range) ? Range{} : Hull(fact.range, *there);
      if (!hull.is_full()) facts.push_back({fact.atom, hull, fact.epoch});
    }
  }
  for (size_t r = 0; r < state->registers.size(); ++r) {
    TermId& here = state->registers[r];
    const TermId there = other.registers[r];
    if (here == there) continue;
    if (here == kNothing || there == kNothing) {
      here = kNothing;  // unassigned on one path: reading it is undefined
      if (there != kNothing) here = there;
      continue;
    }
    const TermId merged = JoinValues(frame, block, back_edge, r, Frame::PhiTag::kRegister, here,
                                     there, frame.pointer_registers[r]);
    KeepRange(frame, back_edge, merged, *state, here, other, there, &facts, state->epoch);
    here = merged;
  }
  JoinCells(frame, block, back_edge, state, other, &facts);
  JoinPoints(frame, block, back_edge, &state->point, other.point);
  state->escaped = UnionOf(state->escaped, other.escaped);
  state->shared = UnionOf(state->shared, other.shared);
  state->gates = JoinGates(state->gates, other.gates);
  state->epoch = std::max(state->epoch, other.epoch);
  state->synchronised |= other.synchronised;
  if (state->cleanups.size() > other.cleanups.size()) state->cleanups = other.cleanups;
  std::sort(facts.begin(), facts.end(),
            [](const Fact& a, const Fact& b) { return a.atom < b.atom; });
  facts.erase(std::unique(facts.begin(), facts.end(),
                          [](const Fact& a, const Fact& b) { return a.atom == b.atom; }),
              facts.end());
  state->facts = std::move(facts);
}

void JoinHere(Frame& frame, State* state, const State& other) {
  // Points inside blocks are numbered after all blocks, so that their choices are their own.
  Join(frame, static_cast<uint32_t>(frame.procedure.blocks.size()) + frame.instruction,
       /*back_edge=*/false, state, other);
}

namespace {

// The outcome of a && or || that the block itself passes to a call (an assumption) or branches on:
// what its parts say is known there, as if they were branched on one by one.
bool ComesWithOtherOutcome(const Frame& frame, uint32_t block, const State& a, const State& b) {
  if (frame.graph.IsLoopHead(block)) return false;
  return std::any_of(
      frame.outcomes_in[block].begin(), frame.outcomes_in[block].end(), [&](ir::Register r) {
        const TermId x = a.registers[r], y = b.registers[r];
        return x != y && x != kNothing && y != kNothing && frame.terms.term(x).is_constant() &&
               frame.terms.term(y).is_constant();
      });
}

// Whether the procedure chose between two numbers, one of them not a constant, by whether something
// that it was handed is just that: the caller knows which it is, as for the last of several parts.
bool ChoseByInput(const Frame& frame, const State& a, const State& b) {
  const TermTable& terms = frame.terms;
  const bool is_decided = std::any_of(a.facts.begin(), a.facts.end(), [&](const Fact& fact) {
    if (fact.range.low != fact.range.high || !ComparesInput(terms, fact.atom)) return false;
    const auto other = FactOf(b, fact.atom);
    return other && other->low == other->high && other->low != fact.range.low;
  });
  if (!is_decided) return false;
  for (size_t r = 0; r < a.registers.size(); ++r) {
    const TermId x = a.registers[r], y = b.registers[r];
    if (x == y || x == kNothing || y == kNothing || frame.pointer_registers[r]) continue;
    if (!terms.ConstantValue(x) || !terms.ConstantValue(y)) return true;
  }
  return false;
}

}  // namespace

bool ComparesInput(const TermTable& terms, AtomId atom) {
  const Atom& comparison = terms.atom(atom);
  if (comparison.kind != AtomKind::kComparison ||
      comparison.index != static_cast<uint32_t>(Relation::kEqual)) {
    return false;
  }
  const auto& parts = terms.term(comparison.argument).parts;
  if (parts.size() != 1) return false;
  const Atom& input = terms.atom(parts[0].atom);
  if (input.kind == AtomKind::kFormal) return true;
  const AtomId record = input.kind == AtomKind::kInitial ? terms.Base(input.argument) : kNothing;
  return record != kNothing && terms.atom(record).kind == AtomKind::kFormal;
}

size_t FindClosest(const Frame& frame, const Disjuncts& states, const State& other) {
  const auto number = [&](Disjuncts::const_iterator found) {
    return static_cast<size_t>(found - states.begin());
  };
  const auto alike = std::find_if(states.begin(), states.end(), [&](const State& state) {
    return SameSituation(state, other) && SameInputs(frame, state, other) &&
           HaveNumbersAlike(frame, state, other) && !ChoseByInput(frame, state, other);
  });
  if (alike != states.end()) return number(alike);
  const auto same_locks = std::find_if(states.begin(), states.end(), [&](const State& state) {
    return state.point.held == other.point.held;
  });
  return same_locks != states.end() ? number(same_locks) : 0;
}

void AddDisjunct(Frame& frame, uint32_t block, bool back_edge, Disjuncts* disjuncts, State state) {
  ForgetDeadRegisters(frame, block, &state);
  for (Gate& gate : state.gates) {
    if (gate.until != block) continue;
    gate.until = FlowGraph::kNone;
    InsertSorted(&frame.decided_at[block], gate.cell);
  }
  SortUnique(&state.gates);
  for (State& known : *disjuncts) {
    if (SameSituation(known, state) && SameInputs(frame, known, state) &&
        HaveNumbersAlike(frame, known, state) &&
        !ComesWithOtherOutcome(frame, block, known, state) && !ChoseByInput(frame, known, state)) {
      Join(frame, block, back_edge, &known, state);
      return;
    }
  }
  if (disjuncts->size() < kMaxDisjuncts && !back_edge && !frame.is_over_budget()) {
    disjuncts->push_back(std::move(state));
    return;
  }
  if (disjuncts->empty()) {
    disjuncts->push_back(std::move(state));
    return;
  }
  Join(frame, block, back_edge, &(*disjuncts)[FindClosest(frame, *disjuncts, state)], state);
}

Disjuncts StartStates(const Disjuncts& entry, const Disjuncts& explored) {
  Disjuncts states = entry;
  for (size_t i = 0; i < states.size(); ++i) {
    states[i].registers = explored[i].registers;
    states[i].facts = explored[i].facts;
    states[i].epoch = explored[i].epoch;
    for (size_t c = 0; c < states[i].cells.size(); ++c) {
      Cell& cell = states[i].cells[c];
      if (const Cell* changed = FindCell(explored[i].cells, cell, c)) cell = *changed;
    }
  }
  return states;
}

PointId JoinedPoint(Frame& frame, PointId a, PointId b) {
  Point joined = frame.summary.points[a];
  const Point other = frame.summary.points[b];
  JoinPoints(frame, frame.block, /*back_edge=*/false, &joined, other);
  joined.gates = IntersectionOf(joined.gates, other.gates);
  joined.conditions = IntersectionOf(joined.conditions, other.conditions);
  return frame.InternPoint({}, {}, &joined);
}

void AddThreadEnd(Frame& frame, PointId point) {
  constexpr int kMaxEnds = 8;
  Exit* last = nullptr;
  int ends = 0;
  for (Exit& exit : frame.summary.exits) {
    if (!exit.ends_thread) continue;
    if (exit.point == point) return;
    last = &exit;
    ++ends;
  }
  if (ends == kMaxEnds) {
    last->point = JoinedPoint(frame, last->point, point);
    return;
  }
  Exit end;
  end.point = point;
  end.ends_thread = true;
  frame.summary.exits.push_back(std::move(end));
}

void EnterChild(Point* point) {
  point->is_in_child = true;
  point->live.clear();
}

}  // namespace plait
