#include "analyzer/transfer/counter.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Puts another name in place of an atom in registers and in the values of cells.
void Rename(Frame& frame, State* state, AtomId atom, TermId name) {
  const auto rename = [&](TermId value) {
    return frame.terms.Substitute(value, [&](AtomId a) { return a == atom ? name : kNothing; });
  };
  for (TermId& value : state->registers) {
    if (value != kNothing && frame.terms.Mentions(value, atom)) value = rename(value);
  }
  for (Cell& cell : state->cells) {
    if (!cell.is_region() && frame.terms.Mentions(cell.value, atom))
      cell.value = rename(cell.value);
  }
}

// What branches have told of the number holds by its new name, too.
void RenameFacts(Frame& frame, State* state, AtomId atom, TermId name) {
  const std::vector<Fact> facts = state->facts;
  for (Fact fact : facts) {
    const TermId old = frame.terms.Of(fact.atom);
    if (!frame.terms.Mentions(old, atom)) continue;
    const Term renamed = frame.terms.term(
        frame.terms.Substitute(old, [&](AtomId a) { return a == atom ? name : kNothing; }));
    if (renamed.constant != 0 || renamed.parts.size() != 1) continue;
    fact.atom = renamed.parts[0].atom;
    auto at = std::lower_bound(state->facts.begin(), state->facts.end(), fact.atom,
                               [](const Fact& f, AtomId a) { return f.atom < a; });
    if (at == state->facts.end() || at->atom != fact.atom) state->facts.insert(at, fact);
  }
}

// Whether the thread, since it saw the value in the word, has not written there.
bool IsUnwrittenSince(Frame& frame, const State& state, const Frame::LoadedCell& word,
                      AtomId seen) {
  if (LoadCell(frame, state, word.address, word.width, /*is_pointer=*/false) ==
      frame.terms.Of(seen)) {
    return true;
  }
  const auto may_be_word = [&](TermId written, uint32_t width) {
    return OverlapOf(frame, state, written, width, word.address, word.width) != Overlap::kNever;
  };
  const Point& point = state.point;
  return !point.announced_any &&
         std::none_of(point.announced.begin(), point.announced.end(),
                      [&](TermId cell) { return may_be_word(cell, word.width); }) &&
         std::none_of(state.cells.begin(), state.cells.end(), [&](const Cell& cell) {
           return cell.is_region() || may_be_word(cell.address, cell.width);
         });
}

}  // namespace

namespace {

// The same behind the instruction of that number in the block.
bool IsReadBehind(const Frame& frame, ir::Register r, bool after_call, size_t instruction) {
  const ir::Block& block = frame.procedure.blocks[frame.block];
  bool counts = !after_call;
  for (size_t i = instruction + 1; i < block.instructions.size(); ++i) {
    const ir::Instruction& next = block.instructions[i];
    bool is_read = false;
    ForEachRead(next, [&](const ir::Operand& operand) {
      is_read |= operand.kind == ir::Operand::Kind::kRegister && operand.value == r;
    });
    const bool is_passed_on = next.opcode == ir::Opcode::kAssign ||
                              next.opcode == ir::Opcode::kTruncate ||
                              next.opcode == ir::Opcode::kBinary;
    if (is_read && (counts || is_passed_on)) return true;
    // An element that is only accessed in the critical section is no matter.
    if (is_read && next.opcode == ir::Opcode::kAddress &&
        IsReadBehind(frame, next.result, after_call, i)) {
      return true;
    }
    if (next.result == r) return false;
    counts |= next.opcode == ir::Opcode::kCall;
  }
  const ir::Operand& condition = block.terminator.condition;
  if (condition.kind == ir::Operand::Kind::kRegister && condition.value == r) return true;
  const std::vector<uint32_t>& successors = frame.graph.successors(frame.block);
  return std::any_of(successors.begin(), successors.end(),
                     [&](uint32_t next) { return frame.graph.IsLiveIn(next, r); });
}

}  // namespace

bool IsReadLater(const Frame& frame, ir::Register r, bool after_call) {
  return IsReadBehind(frame, r, after_call,
                      frame.instruction - frame.graph.FirstInstruction(frame.block));
}

namespace {

// The atom that the value is, if it was loaded from memory.
AtomId LoadedNumber(const Frame& frame, TermId value) {
  const Term& term = frame.terms.term(value);
  if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) {
    return kNothing;
  }
  const Atom& atom = frame.terms.atom(term.parts[0].atom);
  const bool is_loaded = atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared ||
                         atom.kind == AtomKind::kPhi;
  return is_loaded && !atom.is_pointer ? term.parts[0].atom : static_cast<AtomId>(kNothing);
}

// Whether the number is at hand after the critical section: in a register, or in a cell other than
// the counter.
bool IsKept(const Frame& frame, const State& state, TermId counter, AtomId number) {
  const bool in_section = frame.current->opcode == ir::Opcode::kStore;
  for (size_t r = 0; r < state.registers.size(); ++r) {
    const TermId value = state.registers[r];
    if (value != kNothing && frame.terms.Mentions(value, number) &&
        IsReadLater(frame, static_cast<ir::Register>(r), in_section)) {
      return true;
    }
  }
  return std::any_of(state.cells.begin(), state.cells.end(), [&](const Cell& cell) {
    return cell.address != counter && !cell.is_region() && frame.terms.Mentions(cell.value, number);
  });
}

}  // namespace

bool MovesCounter(std::optional<int64_t> step) {
  constexpr int64_t kMost = int64_t{1} << 16;  // with larger steps one soon begins anew
  return step && 0 < *step && *step <= kMost;
}

TermId TakeNumber(Frame& frame, State* state, TermId counter, TermId found, TermId other_name) {
  const AtomId atom = LoadedNumber(frame, found), other = LoadedNumber(frame, other_name);
  if (atom == kNothing) return found;
  const bool is_kept = IsKept(frame, *state, counter, atom) ||
                       (other != kNothing && IsKept(frame, *state, counter, other));
  if (!is_kept) return found;
  const TermId taken = frame.Taken(counter, found);
  for (AtomId name : {atom, other}) {
    if (name == kNothing) continue;
    Rename(frame, state, name, taken);
    RenameFacts(frame, state, name, taken);
  }
  return taken;
}

TermId TakeNumber(Frame& frame, State* state, TermId counter, TermId found) {
  return TakeNumber(frame, state, counter, found, found);
}

bool HasTakenNumber(const TermTable& terms, TermId term) {
  const auto& parts = terms.term(term).parts;
  return std::any_of(parts.begin(), parts.end(),
                     [&](const Part& part) { return IsTaken(terms.atom(part.atom)); });
}

namespace {

// Of a difference that a branch has told of, the number that is not more than the word.
struct NumberAndWord {
  AtomId number = kNothing;
  AtomId word = kNothing;
};

NumberAndWord InOrder(const Term& difference, Relation relation, bool truth) {
  const auto& parts = difference.parts;
  if (parts.size() != 2 || std::abs(parts[0].coefficient) != 1 ||
      parts[0].coefficient + parts[1].coefficient != 0) {
    return {};
  }
  const AtomId plus = parts[parts[0].coefficient == 1 ? 0 : 1].atom;
  const AtomId minus = parts[parts[0].coefficient == 1 ? 1 : 0].atom;
  if (relation == Relation::kLess && !truth && difference.constant == 0) return {minus, plus};
  const int64_t least = relation == Relation::kLess ? -1 : 0;
  return truth && difference.constant == least ? NumberAndWord{plus, minus} : NumberAndWord();
}

constexpr uint32_t kUsed = 7;  // of the numbers that one instruction makes: had its turn

}  // namespace

void TakeTurn(Frame& frame, State* state, Relation relation, TermId difference, bool truth) {
  NumberAndWord found = InOrder(frame.terms.term(difference), relation, truth);
  if (found.number == kNothing) return;
  if (relation == Relation::kEqual && IsTaken(frame.terms.atom(found.word))) {
    std::swap(found.number, found.word);
  }
  const Atom number = frame.terms.atom(found.number);
  if (!IsTaken(number) || number.index % kUnknownsOfSite == kUsed) return;
  const Frame::LoadedCell word = frame.CellOf(found.word);
  if (word.address == kNothing || frame.terms.IsAny(word.address)) return;
  const AtomId base = frame.terms.Base(word.address);
  if (base == kNothing || IsPrivate(frame, *state, base) || !frame.MayBeConcurrent(*state) ||
      !IsUnwrittenSince(frame, *state, word, found.word)) {
    return;
  }
  HeldLock lock;
  lock.lock = word.address;
  lock.kind = LockKind::kTicket;
  lock.number = frame.terms.Of(found.number);
  lock.acquired = frame.instruction;
  std::erase_if(state->point.held, [&](const HeldLock& held) {
    return held.kind == LockKind::kTicket && held.lock == lock.lock;
  });
  InsertSorted(&state->point.held, lock);
}

void EndTurn(Frame& frame, State* state, absl::FunctionRef<bool(TermId)> is_written) {
  const std::vector<HeldLock> held = state->point.held;
  for (const HeldLock& lock : held) {
    if (lock.kind != LockKind::kTicket || !is_written(lock.lock)) continue;
    std::erase(state->point.held, lock);
    const Term number = frame.terms.term(lock.number);
    if (number.parts.size() != 1) continue;
    Atom used = frame.terms.atom(number.parts[0].atom);
    if (!IsTaken(used)) continue;
    used.index |= kUsed;
    const TermId had_turn = frame.terms.Of(used);
    Rename(frame, state, number.parts[0].atom, had_turn);
    RenameFacts(frame, state, number.parts[0].atom, had_turn);
  }
}

}  // namespace plait
