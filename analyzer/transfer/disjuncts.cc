#include "analyzer/transfer/disjuncts.h"

#include <algorithm>

#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/join.h"
#include "summaries/sorted_sets.h"

namespace plait {

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
         p.changes == q.changes && p.foreign == q.foreign && p.is_in_child == q.is_in_child &&
         p.ends == q.ends && a.cleanups == b.cleanups;
}

bool HaveNumbersAlike(const Frame& frame, const State& a, const State& b) {
  for (size_t r = 0; r < a.registers.size(); ++r) {
    const TermId x = a.registers[r], y = b.registers[r];
    if (x == y || x == kNothing || y == kNothing) continue;
    if (HasTakenNumber(frame.terms, x) != HasTakenNumber(frame.terms, y)) return false;
  }
  return true;
}

bool TakeLocksAlike(const Frame& frame, const State& a, const State& b) {
  for (size_t r = 0; r < a.registers.size(); ++r) {
    const TermId x = a.registers[r], y = b.registers[r];
    if (x == y || x == kNothing || y == kNothing || !frame.lock_registers[r]) continue;
    return false;
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

namespace {

// Drops values of registers that are not live at the block, so that they make no difference.
void ForgetDeadRegisters(const Frame& frame, uint32_t block, State* state) {
  for (size_t r = 0; r < state->registers.size(); ++r) {
    if (!frame.graph.IsLiveIn(block, r)) state->registers[r] = kNothing;
  }
}

// The outcome of a && or || that the block itself passes to a call (an assumption) or branches on:
// what its parts say is known there, as if they were branched on one by one.
bool ComesWithOtherOutcome(const Frame& frame, uint32_t block, const State& a, const State& b) {
  if (frame.graph.IsLoopHead(block)) return false;
  return HaveOtherOutcome(frame, frame.outcomes_in[block], a, b);
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

// Whether something that came in is known to be a certain number in the first state only.
bool HasOtherEquality(const Frame& frame, const State& a, const State& b) {
  return std::any_of(a.facts.begin(), a.facts.end(), [&](const Fact& fact) {
    return fact.range.low == 1 && fact.range.high == 1 && ComparesInput(frame.terms, fact.atom) &&
           FactOf(b, fact.atom) != FactOf(a, fact.atom);
  });
}

bool HasOtherPointers(const Frame& frame, const State& a, const State& b) {
  const auto is_formal = [&](AtomId base) {
    return base != kNothing && frame.terms.atom(base).kind == AtomKind::kFormal;
  };
  return std::any_of(a.cells.begin(), a.cells.end(), [&](const Cell& cell) {
    return cell.is_pointer && !cell.is_region() && is_formal(frame.terms.Base(cell.address)) &&
           is_formal(frame.terms.Base(cell.value)) &&
           std::find(b.cells.begin(), b.cells.end(), cell) == b.cells.end();
  });
}

// Whether the same locks are held and the same threads run, whichever have ended.
bool HaveSameThreads(const State& a, const State& b) {
  return a.point.held == b.point.held && a.point.live == b.point.live;
}

bool HasSameThreads(const Disjuncts& states, const State& other) {
  return std::any_of(states.begin(), states.end(),
                     [&](const State& state) { return HaveSameThreads(state, other); });
}

std::optional<std::pair<size_t, size_t>> FindPairWithSameThreads(const Disjuncts& states) {
  for (size_t i = 0; i < states.size(); ++i) {
    for (size_t k = i + 1; k < states.size(); ++k) {
      if (HaveSameThreads(states[i], states[k])) return std::pair(i, k);
    }
  }
  return std::nullopt;
}

}  // namespace

bool StoresByInput(const Frame& frame, const State& a, const State& b) {
  return (HasOtherPointers(frame, a, b) && HasOtherEquality(frame, a, b)) ||
         (HasOtherPointers(frame, b, a) && HasOtherEquality(frame, b, a));
}

bool HaveOtherOutcome(const Frame& frame, const std::vector<ir::Register>& registers,
                      const State& a, const State& b) {
  return std::any_of(registers.begin(), registers.end(), [&](ir::Register r) {
    const TermId x = a.registers[r], y = b.registers[r];
    return x != y && x != kNothing && y != kNothing && frame.terms.term(x).is_constant() &&
           frame.terms.term(y).is_constant();
  });
}

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
  const auto has_same_values = [&](const State& state) {
    return SameInputs(frame, state, other) && HaveNumbersAlike(frame, state, other) &&
           TakeLocksAlike(frame, state, other) && !ChoseByInput(frame, state, other);
  };
  const auto find = [&](auto is_close) {
    const auto found = std::find_if(states.begin(), states.end(), is_close);
    return found == states.end() ? std::nullopt
                                 : std::optional(static_cast<size_t>(found - states.begin()));
  };
  const auto has_same_threads = [&](const State& state) { return HaveSameThreads(state, other); };
  if (const auto alike = find([&](const State& state) {
        return SameSituation(state, other) && has_same_values(state);
      })) {
    return *alike;
  }
  if (const auto close = find(
          [&](const State& state) { return has_same_threads(state) && has_same_values(state); })) {
    return *close;
  }
  if (const auto same_threads = find(has_same_threads)) return *same_threads;
  return find([&](const State& state) { return state.point.held == other.point.held; }).value_or(0);
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
        HaveNumbersAlike(frame, known, state) && TakeLocksAlike(frame, known, state) &&
        !ComesWithOtherOutcome(frame, block, known, state) && !ChoseByInput(frame, known, state) &&
        !StoresByInput(frame, known, state)) {
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
  if (!back_edge && !HasSameThreads(*disjuncts, state)) {
    if (const auto pair = FindPairWithSameThreads(*disjuncts)) {
      Join(frame, block, back_edge, &(*disjuncts)[pair->first], (*disjuncts)[pair->second]);
      (*disjuncts)[pair->second] = std::move(state);
      return;
    }
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

}  // namespace plait
