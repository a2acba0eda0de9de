#include "analyzer/transfer/instruction.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/ring_end.h"
#include "analyzer/transfer/span.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;

Atom ObjectAtom(const Frame& frame, AtomKind kind, uint32_t index) {
  Atom atom;
  atom.kind = kind;
  atom.is_pointer = true;
  atom.name = frame.name;
  atom.index = index;
  return atom;
}

void Assign(Frame& frame, State* state, const Instruction& i, TermId value) {
  if (i.result != ir::kNoRegister) state->registers[i.result] = value;
  (void)frame;
}

bool IsInAtomicSection(const Frame& frame, const State& state) {
  return frame.is_atomic_body ||
         std::any_of(state.point.held.begin(), state.point.held.end(), [](const HeldLock& held) {
           return held.certain && held.kind == LockKind::kAtomic;
         });
}

// An atomic or volatile read may show what another thread did before, but in an atomic section
// others do nothing.
void AcquireIfAtomic(Frame& frame, State* state, const Instruction& i) {
  const bool is_volatile = i.is_volatile && !IsInAtomicSection(frame, *state);
  if (i.ordering != ir::Ordering::kPlain || is_volatile) Acquire(frame, state);
}

bool IsAtomic(const Instruction& i) { return i.ordering != ir::Ordering::kPlain; }

bool IsRelaxed(const Instruction& i) {
  return i.ordering == ir::Ordering::kRelaxed || i.ordering == ir::Ordering::kConsume;
}

void Load(Frame& frame, State* state, const Instruction& i) {
  const TermId address = AddressOf(frame, *state, i.place);
  Access* access = RecordAccess(frame, *state, address, i.width, AccessKind::kRead, IsAtomic(i));
  BoundByPlace(frame, *state, i.place, access);
  if (access != nullptr) {
    access->is_relaxed = IsRelaxed(i);
    access->is_by_owner = frame.procedure.strings[i.text] == ir::kCharacterOfString;
  }
  AcquireIfAtomic(frame, state, i);
  TermId value;
  if (i.kind == ir::ValueKind::kOther) {
    value = frame.Unknown(false);
  } else {
    const bool is_pointer = i.kind == ir::ValueKind::kPointer;
    value = LoadCell(frame, *state, address, i.width, is_pointer);
    KeepPart(frame, state, address, i.width, value, is_pointer);
  }
  if (i.kind == ir::ValueKind::kInteger) NoteLook(frame, state, address, i.width, value);
  if (IsRelaxed(i) && frame.terms.Base(value) != kNothing) {
    InsertSorted(&frame.loaded_relaxed[frame.terms.Base(value)], address);
  }
  Assign(frame, state, i, value);
}

void Copy(Frame& frame, State* state, const Instruction& i) {
  const TermId to = AddressOf(frame, *state, i.place);
  const TermId from = AddressOf(frame, *state, i.source);
  Access* read = RecordAccess(frame, *state, from, i.width, AccessKind::kRead, IsAtomic(i));
  BoundByPlace(frame, *state, i.source, read);
  if (read != nullptr) read->is_intended = i.source_is_intended;
  BoundByPlace(frame, *state, i.place,
               RecordAccess(frame, *state, to, i.width, AccessKind::kWrite, IsAtomic(i)));
  CopyCells(frame, state, to, from, i.width);
}

void ApplyToEach(Frame& frame, Disjuncts* states,
                 void (*apply)(Frame&, State*, const Instruction&)) {
  for (State& state : *states) apply(frame, &state, *frame.current);
}

void Unlowered(Frame& frame, State* state, const Instruction& i) {
  frame.AddGap(GapKind::kUnlowered, frame.procedure.strings[i.text]);
  for (const Operand& operand : i.arguments) {
    const TermId address = ValueOf(frame, *state, operand);
    HavocCells(frame, state, address, 0);
  }
  Assign(frame, state, i, frame.Unknown(i.kind == ir::ValueKind::kPointer));
}

// A slot whose lifetime begins again holds nothing of before.
void EnterScope(Frame& frame, State* state, const Instruction& i) {
  const TermId slot = ValueOf(frame, *state, i.a);
  const AtomId base = frame.terms.Base(slot);
  std::erase_if(state->cells,
                [&](const Cell& cell) { return frame.terms.Base(cell.address) == base; });
}

// What masks and remainders leave of any number: indices are often made so.
Range RangeOfResult(Frame& frame, const State& state, const Instruction& i, TermId a, TermId b) {
  const auto constant = frame.terms.ConstantValue(b);
  if (!constant || *constant <= 0) return {};
  if (i.binary == ir::Binary::kAnd) return {0, *constant, false};
  if (i.binary != ir::Binary::kRem) return {};
  const bool may_be_negative = i.is_signed && RangeOf(frame, state, a).low < 0;
  return {may_be_negative ? 1 - *constant : 0, *constant - 1, false};
}

void KeepRange(Frame& frame, State* state, TermId value, const Range& range) {
  if (frame.terms.ConstantValue(value) || frame.terms.IsAny(value)) return;
  const TermId low = frame.terms.Constant(range.low), high = frame.terms.Constant(range.high);
  Assume(frame, state, Compare(frame, *state, Relation::kLessEqual, low, value), true);
  Assume(frame, state, Compare(frame, *state, Relation::kLessEqual, value, high), true);
}

// Pointers that are made from this one are into the array of known size that it is into.
void NoteArray(Frame& frame, const State& state, const ir::Place& place) {
  if (!IsInArray(place)) return;
  ir::Place start = place;
  start.terms.pop_back();
  const ir::IndexTerm& element = place.terms.back();
  frame.array_pointers.Note(frame.instruction, AddressOf(frame, state, start),
                            static_cast<int64_t>(element.extent) * element.stride);
}

// The number as one of the instruction's type, if it is known.
TermId Wrapped(Frame& frame, const Instruction& i, TermId value) {
  const auto constant = frame.terms.ConstantValue(value);
  const uint32_t bits = i.width * 8;
  if (!constant || bits == 0 || bits >= 64 || i.is_signed) return value;
  return frame.terms.Constant(*constant & ((int64_t{1} << bits) - 1));
}

// Whether what decides the comparison may be what was told of the number as one of another type.
// The counter of a loop is small and not negative.
bool IsDecidedByOtherType(Frame& frame, const State& state, const Instruction& i, TermId a,
                          TermId b, TermId result) {
  if (i.binary < ir::Binary::kEq || i.binary > ir::Binary::kGe) return false;
  const auto may_be_other = [&](const Operand& operand, TermId value) {
    if (operand.kind != Operand::Kind::kRegister || !frame.reinterpreted[operand.value]) {
      return false;
    }
    const Range range = RangeOf(frame, state, value);
    if (range.low >= 0 && range.high <= INT32_MAX) return false;
    const auto& parts = frame.terms.term(value).parts;
    return std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
      return frame.terms.atom(part.atom).kind != AtomKind::kIteration;
    });
  };
  if (!may_be_other(i.a, a) && !may_be_other(i.b, b)) return false;
  if (frame.terms.ConstantValue(result)) return true;
  State if_true = state, if_false = state;
  return !Assume(frame, &if_true, result, true) || !Assume(frame, &if_false, result, false);
}

void Simple(Frame& frame, State* state, const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kAddress:
      NoteArray(frame, *state, i.place);
      Assign(frame, state, i, AddressOf(frame, *state, i.place));
      return;
    case Opcode::kAssign:
      Assign(frame, state, i, ValueOf(frame, *state, i.a));
      return;
    case Opcode::kTruncate:
      Assign(frame, state, i, Truncated(frame, *state, i, ValueOf(frame, *state, i.a)));
      return;
    case Opcode::kBinary: {
      const TermId a = ValueOf(frame, *state, i.a), b = ValueOf(frame, *state, i.b);
      TermId result = Evaluate(frame, *state, i.binary, a, b, i.is_signed, i.width);
      if (IsDecidedByOtherType(frame, *state, i, a, b, result)) result = frame.Computed({a, b});
      const Range range = RangeOfResult(frame, *state, i, a, b);
      if (!range.is_full()) KeepRange(frame, state, result, range);
      Assign(frame, state, i, result);
      return;
    }
    case Opcode::kNot:
      Assign(frame, state, i, Negate(frame, *state, ValueOf(frame, *state, i.a)));
      return;
    case Opcode::kNegate:
      Assign(frame, state, i,
             Wrapped(frame, i, frame.terms.Subtract(kZero, ValueOf(frame, *state, i.a))));
      return;
    case Opcode::kComplement:
      Assign(frame, state, i,
             Wrapped(frame, i,
                     frame.terms.Subtract(frame.terms.Constant(-1), ValueOf(frame, *state, i.a))));
      return;
    case Opcode::kFence:
      Acquire(frame, state);
      return;
    case Opcode::kAllocate: {
      Atom atom = ObjectAtom(frame, AtomKind::kHeap, frame.site());
      atom.argument = InstanceHere(frame);
      Assign(frame, state, i, frame.terms.Of(atom));
      return;
    }
    default:
      return;
  }
}

}  // namespace

TermId Truncated(Frame& frame, const State& state, const Instruction& i, TermId value) {
  const int bits = static_cast<int>(i.width) * 8;
  if (auto constant = frame.terms.ConstantValue(value); constant && bits > 0 && bits < 64) {
    const uint64_t mask = (uint64_t{1} << bits) - 1;
    uint64_t cut = static_cast<uint64_t>(*constant) & mask;
    if (i.is_signed && (cut >> (bits - 1)) != 0) cut |= ~mask;
    return frame.terms.Constant(static_cast<int64_t>(cut));
  }
  if (bits <= 0 || bits > 32) return value;
  // A number may have been handed over as a pointer; one that fits is an int.
  if (frame.terms.Base(value) != kNothing) return bits < 32 ? frame.Computed({value}) : value;
  const Range range = RangeOf(frame, state, value);
  const int64_t low = i.is_signed ? -(int64_t{1} << (bits - 1)) : 0;
  const int64_t high = (int64_t{1} << (bits - (i.is_signed ? 1 : 0))) - 1;
  const bool is_unsigned = range.low >= 0 && range.high <= UINT32_MAX;
  const bool is_taken_to_fit = bits == 32 && (!i.is_signed || !is_unsigned) && range.low <= high;
  const bool fits = low <= range.low && range.high <= high;
  return fits || is_taken_to_fit ? value : frame.Computed({value});
}

TermId WrittenNumber(const Frame& frame, TermId value) {
  const Term& term = frame.terms.term(value);
  if (term.is_constant()) return value;
  if (term.parts.size() != 1 || term.parts[0].coefficient != 1) return kNothing;
  const AtomKind kind = frame.terms.atom(term.parts[0].atom).kind;
  return kind == AtomKind::kFormal || kind == AtomKind::kSelf ? value : kNothing;
}

bool IsOfInputs(const TermTable& terms, TermId number) {
  constexpr uint32_t kReckoned =
      TermTable::KindBit(AtomKind::kFormal) | TermTable::KindBit(AtomKind::kComparison) |
      TermTable::KindBit(AtomKind::kSelect) | TermTable::KindBit(AtomKind::kOperand);
  return terms.MentionsKind(number, AtomKind::kFormal) && (terms.KindsIn(number) & ~kReckoned) == 0;
}

namespace {

// Whether a branch has told that the two are equal.
bool AreEqual(Frame& frame, const State& state, TermId a, TermId b) {
  const auto is_true = [](std::optional<bool> decided) { return decided && *decided; };
  return is_true(Decide(frame, state, Relation::kEqual, a, b)) ||
         is_true(Decide(frame, state, Relation::kEqual, b, a));
}

}  // namespace

std::optional<int64_t> StepOfStore(Frame& frame, const State& state, TermId held, TermId value) {
  const auto step = frame.terms.ConstantDifference(value, held);
  if (step || frame.terms.term(value).is_constant()) return step;
  const bool is_next = AreEqual(frame, state, frame.terms.AddConstant(value, -1), held);
  return is_next ? std::optional<int64_t>(1) : std::nullopt;
}

namespace {

// Whether a branch has told that the cell was equal to the number, one that the thread took from a
// counter.
bool HasHeld(Frame& frame, const State& state, TermId cell, TermId number) {
  if (!HasTakenNumber(frame.terms, number)) return false;
  return std::any_of(state.facts.begin(), state.facts.end(), [&](const Fact& fact) {
    const Atom comparison = frame.terms.atom(fact.atom);
    if (comparison.kind != AtomKind::kComparison || fact.range.low != 1 ||
        static_cast<Relation>(comparison.index) != Relation::kEqual) {
      return false;
    }
    for (TermId seen : {frame.terms.Subtract(number, comparison.argument),
                        frame.terms.Add(number, comparison.argument)}) {
      const Term& term = frame.terms.term(seen);
      if (term.constant == 0 && term.parts.size() == 1 && term.parts[0].coefficient == 1 &&
          frame.CellOf(term.parts[0].atom).address == cell) {
        return true;
      }
    }
    return false;
  });
}

// Access::step. If the value read is out of date, less is counted, never more.
int StepOf(Frame& frame, const State& state, const Instruction& i, TermId address, TermId value) {
  std::optional<int64_t> step;
  if (i.kind != ir::ValueKind::kInteger) return 0;
  if (i.opcode == Opcode::kStore) {
    step = StepOfStore(frame, state, LoadCell(frame, state, address, i.width, /*is_pointer=*/false),
                       value);
    if (!step && HasHeld(frame, state, address, frame.terms.AddConstant(value, -1))) step = 1;
  } else if (i.opcode == Opcode::kCompareExchange && i.source.base.is_none()) {
    step = frame.terms.ConstantDifference(value, ValueOf(frame, state, i.b));
  } else if (i.opcode == Opcode::kCompareExchange) {
    step = frame.terms.ConstantDifference(
        value, LoadCell(frame, state, AddressOf(frame, state, i.source), i.width,
                        /*is_pointer=*/false));
  } else if (i.opcode == Opcode::kAtomicUpdate &&
             (i.binary == ir::Binary::kAdd || i.binary == ir::Binary::kSub)) {
    step = frame.terms.ConstantValue(ValueOf(frame, state, i.a));
    if (step && i.binary == ir::Binary::kSub) step = -*step;
  }
  return step == 1 || step == -1 ? static_cast<int>(*step) : 0;
}

// Access::added.
TermId AddedTo(Frame& frame, const State& state, const Instruction& i, TermId address,
               TermId value) {
  if (i.kind != ir::ValueKind::kInteger) return kNothing;
  TermTable& terms = frame.terms;
  TermId added = kNothing;
  if (i.opcode == Opcode::kStore && !frame.terms.IsAny(value)) {
    added = terms.Subtract(value, LoadCell(frame, state, address, i.width, /*is_pointer=*/false));
  } else if (i.opcode == Opcode::kAtomicUpdate && i.binary == ir::Binary::kAdd) {
    added = ValueOf(frame, state, i.a);
  } else if (i.opcode == Opcode::kAtomicUpdate && i.binary == ir::Binary::kSub) {
    added = terms.Subtract(kZero, ValueOf(frame, state, i.a));
  } else if (i.opcode == Opcode::kCompareExchange) {
    const TermId expected = i.source.base.is_none()
                                ? ValueOf(frame, state, i.b)
                                : LoadCell(frame, state, AddressOf(frame, state, i.source), i.width,
                                           /*is_pointer=*/false);
    added = terms.Subtract(value, expected);
  }
  if (added == kNothing || IsOfInputs(terms, added)) return added;
  return MovesCounter(terms.ConstantValue(added)) ? added : static_cast<TermId>(kNothing);
}

// An atomic step by 0, to look at a number.
bool LeavesNumber(Frame& frame, const State& state, const Instruction& i) {
  const bool is_step =
      i.binary == ir::Binary::kAdd || i.binary == ir::Binary::kSub || i.binary == ir::Binary::kOr;
  return i.opcode == Opcode::kAtomicUpdate && is_step && ValueOf(frame, state, i.a) == kZero;
}

// Whether the number is the next one to what the cell holds, around a ring.
bool IsNext(Frame& frame, TermId value, AtomId held, int depth) {
  const Term term = frame.terms.term(value);
  if (term.parts.size() != 1 || term.parts[0].coefficient != 1) return false;
  const AtomId atom = term.parts[0].atom;
  if (atom == held) return std::abs(term.constant) == 1;
  if (term.constant != 0 || depth == 0) return false;
  const auto is_next = [&](TermId from) { return IsNext(frame, from, held, depth - 1); };
  if (frame.terms.atom(atom).kind == AtomKind::kPhi) {
    const std::vector<TermId> options = frame.terms.ChoiceOf(atom).options;
    return std::all_of(options.begin(), options.end(), [&](TermId option) {
      return frame.terms.term(option).is_constant() || is_next(option);
    });
  }
  if (frame.terms.atom(atom).kind == AtomKind::kRemainder) {
    return is_next(frame.terms.atom(atom).argument);
  }
  const auto made = frame.computed_from.find(atom);
  if (made == frame.computed_from.end()) return false;
  const std::vector<TermId> operands = made->second;
  return std::any_of(operands.begin(), operands.end(), is_next);
}

bool IsNext(Frame& frame, const State& state, const Instruction& i, TermId address, TermId value) {
  constexpr int kMaxDepth = 2;
  if (i.kind != ir::ValueKind::kInteger || i.opcode != Opcode::kStore) return false;
  if (frame.terms.IsAny(address)) return false;
  const Term held =
      frame.terms.term(LoadCell(frame, state, address, i.width, /*is_pointer=*/false));
  return held.constant == 0 && held.parts.size() == 1 &&
         IsNext(frame, value, held.parts[0].atom, kMaxDepth);
}

bool IsItem(const Frame& frame, const Instruction& i, TermId address, TermId value) {
  const AtomId base = frame.terms.Base(value);
  return i.kind == ir::ValueKind::kPointer && i.opcode == Opcode::kStore && base != kNothing &&
         IsObject(frame.terms.atom(base).kind) && !frame.terms.IsAny(address);
}

}  // namespace

std::vector<AtomId> RecordUnordered(Frame& frame, const State& state, TermId value, TermId cell) {
  const AtomId first = frame.terms.Base(value);
  if (!frame.recording || first == kNothing || !IsPrivate(frame, state, first)) return {};
  std::vector<AtomId> published = {first};
  for (size_t next = 0; next < published.size(); ++next) {
    const AtomId base = published[next];
    for (const Cell& part : state.cells) {
      if (frame.terms.Base(part.address) != base) continue;
      Access access;
      access.address =
          part.is_region() ? AtIndex(frame.terms, part.address, frame.terms.Any()) : part.address;
      access.width = part.width;
      access.kind = AccessKind::kWrite;
      access.leads_on = true;
      access.copied_from = cell;
      access.is_published = true;
      access.is_certain = false;
      access.point = frame.InternPoint(state);
      access.origin = {frame.instruction, kNoName, 0};
      frame.summary.accesses.push_back(access);
      const AtomId inner = frame.terms.Base(part.value);
      if (inner != kNothing && IsPrivate(frame, state, inner) &&
          std::find(published.begin(), published.end(), inner) == published.end()) {
        published.push_back(inner);
      }
    }
  }
  return published;
}

// Whether it is some number that main has come by, once: threads may be as many.
bool IsInputOfMain(const Frame& frame, TermId value) {
  const Term& term = frame.terms.term(value);
  if (!frame.is_main || term.parts.size() != 1 || term.parts[0].coefficient != 1) return false;
  const AtomId id = term.parts[0].atom;
  const Atom& atom = frame.terms.atom(id);
  if (atom.is_pointer || atom.name != frame.name) return false;
  uint32_t block = FlowGraph::kNone;
  if (atom.kind == AtomKind::kUnknown) {
    block = frame.BlockOfUnknown(atom);
  } else if (const auto at = frame.phi_blocks.find(id); frame.merged.contains(id)) {
    block = at->second;
  }
  return block != FlowGraph::kNone && frame.graph.LoopOf(block) == FlowGraph::kNone;
}

void RecordWrite(Frame& frame, State* state, const Instruction& i, TermId address, TermId value,
                 const Replacing& replacing) {
  const bool is_plain = i.opcode == Opcode::kStore && !IsAtomic(i);
  const bool is_guarded = is_plain && IsInCriticalSection(frame, *state);
  const bool is_number = WrittenNumber(frame, value) != kNothing;
  const int step = is_number ? 0 : StepOf(frame, *state, i, address, value);
  // Flags that are guarded by a lock are set to constants, if need be the caller's, or count, also
  // around a ring. Queues are set to what is put there.
  const bool may_step = (!is_plain || is_guarded) && step == 0 && !is_number;
  const TermId added =
      may_step ? AddedTo(frame, *state, i, address, value) : static_cast<TermId>(kNothing);
  const bool is_flag =
      is_guarded && (step != 0 || (added != kNothing && !frame.terms.ConstantValue(added)) ||
                     is_number || IsInAtomicSection(frame, *state) ||
                     IsItem(frame, i, address, value) || IsNext(frame, *state, i, address, value));
  const bool announced =
      !IsRelaxed(i) && i.ordering != ir::Ordering::kAcquire && (!is_plain || is_flag);
  Access* access = RecordAccess(frame, *state, address, i.width, AccessKind::kWrite,
                                IsAtomic(i) || i.opcode != Opcode::kStore);
  BoundByPlace(frame, *state, i.place, access);
  if (access != nullptr) {
    access->is_relaxed = IsRelaxed(i);
    access->is_announced = announced;
    access->claims = replacing.claims;
    access->found = replacing.found;
    access->makes_odd = replacing.makes_odd;
    access->counts_from_none = replacing.counts_from_none;
    access->step = static_cast<int8_t>(step);
    access->added = added;
    const bool is_one_step =
        i.opcode != Opcode::kStore ||
        (is_guarded &&
         StepOfStore(frame, *state, LoadCell(frame, *state, address, i.width, /*is_pointer=*/false),
                     value) == step);
    access->is_update = step != 0 ? is_one_step : LeavesNumber(frame, *state, i);
    const bool is_kept =
        IsNextOfRingEnd(frame, *state, address, value) || IsInputOfMain(frame, value);
    access->value = is_kept ? value : WrittenNumber(frame, value);
    access->copied_from = LastFoundIn(frame, *state, address, i.width, value);
  }
  if (announced) Announce(frame, state, address);
  if (!is_plain && !announced) {
    // Others may know the object already, but who finds it here need not have seen it made. What a
    // compare-exchange puts there mostly came out of the cell, whose earlier stores it passes on.
    const bool is_known = RecordUnordered(frame, *state, value, address).empty();
    const bool is_put = i.opcode == Opcode::kStore ||
                        (i.opcode == Opcode::kAtomicUpdate && i.binary == ir::Binary::kExchange);
    const bool is_object = is_put && frame.terms.Base(value) != kNothing;
    if (access != nullptr) access->leads_on = is_known && is_object;
  }
}

TermId ValueOf(Frame& frame, const State& state, const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::kNone:
      return kZero;
    case Operand::Kind::kRegister: {
      const TermId value = state.registers[operand.value];
      if (value != kNothing) return value;
      return frame.Unassigned(operand.value);
    }
    case Operand::Kind::kConstant:
      return frame.terms.Constant(operand.value);
    case Operand::Kind::kGlobal:
    case Operand::Kind::kFunction:
      return frame.Global(operand);
    case Operand::Kind::kSlot:
      return frame.terms.Of(ObjectAtom(frame, AtomKind::kSlot, operand.value));
    case Operand::Kind::kString:
      return frame.terms.Of(ObjectAtom(frame, AtomKind::kString, operand.value));
    case Operand::Kind::kUnknown:
      return frame.Unknown(false, 5);
  }
  return kZero;
}

void TransferInstruction(Frame& frame, Disjuncts* states) {
  switch (frame.current->opcode) {
    case Opcode::kLoad:
      return ApplyToEach(frame, states, Load);
    case Opcode::kStore:
      return TransferStore(frame, states);
    case Opcode::kCopy:
      return ApplyToEach(frame, states, Copy);
    case Opcode::kAtomicUpdate:
      return TransferAtomicUpdate(frame, states);
    case Opcode::kCompareExchange:
      return TransferCompareExchange(frame, states);
    case Opcode::kEnterScope:
      return ApplyToEach(frame, states, EnterScope);
    case Opcode::kUnknown:
      return ApplyToEach(frame, states, Unlowered);
    case Opcode::kCall:
      return TransferCall(frame, states);
    case Opcode::kAddress:
    case Opcode::kAssign:
    case Opcode::kTruncate:
    case Opcode::kBinary:
    case Opcode::kNot:
    case Opcode::kNegate:
    case Opcode::kComplement:
    case Opcode::kFence:
    case Opcode::kAllocate:
      return ApplyToEach(frame, states, Simple);
  }
}

}  // namespace plait
