// Atomic updates and exchanges, and loads that find older values.
#include <optional>
#include <vector>

#include "checkers/witness/arithmetic.h"
#include "checkers/witness/machine.h"

namespace plait::witness {

std::optional<Value> Machine::LoadOlder(uint32_t t, uint64_t address,
                                        const ir::Instruction& instruction, ir::Ordering ordering,
                                        std::optional<Value> but) {
  if (!limits_.finds_older) return std::nullopt;
  const std::vector<Causality::Message> older =
      causality_.Older(t, address, instruction.width, ordering);
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < older.size(); ++i) {
    const bool is_left_out = but.has_value() && older[i].value.known &&
                             HaveSameBits(older[i].value, *but, instruction.width);
    if (!is_left_out) found.push_back(i);
  }
  if (found.empty()) return std::nullopt;
  const uint32_t taken = Choose(found.size() + 1);
  if (taken == 0) return std::nullopt;
  const uint32_t index = found[taken - 1];
  causality_.LoadOlder(t, address, instruction.width, ordering, index);
  Value value = older[index].value;
  if (!value.known || instruction.kind == ir::ValueKind::kOther) return Value::Unknown();
  const bool is_signed = instruction.kind == ir::ValueKind::kInteger && instruction.is_signed;
  if (instruction.width < 8) {
    value.bits = Wrap(value.bits, instruction.width, is_signed);
  }
  return value;
}

void Machine::UpdateAtomically(uint32_t t, const ir::Instruction& instruction) {
  const uint64_t address = Accessible(t, instruction.place, instruction.width);
  if (address == 0) return;
  const Value operand = Evaluate(t, instruction.a);
  if (IsUnheeded(t, instruction)) {
    const Value any = {.source = PlaceOf(t, address, instruction)};
    NoteFlow(operand, any.source);
    StoreTo(address, instruction.width, Value::Unknown());
    return SetRegister(t, instruction.result, any);
  }
  if (limits_.is_weak) {
    Check(causality_.Update(t, address, instruction.width, instruction.ordering,
                            RawAt(address, instruction.width)));
  }
  Value old = LoadFrom(address, instruction);
  old.source = PlaceOf(t, address, instruction);
  NoteFlow(operand, old.source);
  Value after = Value::Unknown();
  if (instruction.binary == ir::Binary::kExchange) {
    after = operand.known ? Value::Of(Wrap(operand.bits, instruction.width, instruction.is_signed))
                          : operand;
  } else if (old.known && operand.known && HasRegisterWidth(instruction.width) &&
             !(limits_.is_exploration && DependsOnAddresses(instruction.binary, old, operand))) {
    // Atomic arithmetic wraps for signed types too.
    const bool is_order =
        instruction.binary == ir::Binary::kMin || instruction.binary == ir::Binary::kMax;
    const std::optional<int64_t> result =
        Apply(instruction.binary, old.bits, operand.bits, 8, is_order && instruction.is_signed);
    if (result.has_value()) {
      const int64_t wrapped = Wrap(*result, instruction.width, instruction.is_signed);
      after = Value::Of(wrapped);
    }
  }
  after.source = Union(old.source, operand.source);
  after = CutAsNeeded(after);
  StoreTo(address, instruction.width, after, instruction.is_signed);
  SetRegister(t, instruction.result, instruction.new_value ? after : old);
}

void Machine::CompareExchange(uint32_t t, const ir::Instruction& instruction) {
  const uint64_t address = Accessible(t, instruction.place, instruction.width);
  if (address == 0) return;
  const bool has_source = !instruction.source.base.is_none();
  const uint64_t source =
      has_source ? Accessible(t, instruction.source, instruction.width) : address;
  if (source == 0) return;
  Value old = LoadFrom(address, instruction);
  Value expected = has_source ? LoadFrom(source, instruction) : Evaluate(t, instruction.b);
  old.source = PlaceOf(t, address, instruction);
  if (has_source) expected.source = PlaceOf(t, source, instruction);
  if (limits_.relevance != nullptr) limits_.relevance->NoteHeeded(old.source);
  NoteDecision(old);
  NoteDecision(expected);
  NoteFlow(Evaluate(t, instruction.a), old.source);
  const bool is_any = limits_.is_symmetric && IsHandle(old) && IsHandle(expected);
  if (!old.known || !expected.known || is_any)
    return Stop("comparison of a value that is not known");
  bool is_equal = HaveSameBits(old, expected, instruction.width);
  if (limits_.is_exploration) {
    if (DependsOnAddresses(ir::Binary::kEq, old, expected) && Choose(2) == 1) {
      is_equal = !is_equal;
    }
    // A weak one may fail without reason.
    const bool may_fail = instruction.is_weak && memory_.IsShared(address);
    if (is_equal && may_fail && Choose(2) == 1) is_equal = false;
  }
  if (limits_.is_weak) {
    // Only if both orders are is the whole. Else the order of one that fails is not known: an
    // exploration takes it for the weakest, a search for the strongest.
    const ir::Ordering failed = instruction.ordering == ir::Ordering::kSeqCst
                                    ? ir::Ordering::kSeqCst
                                : limits_.is_exploration ? ir::Ordering::kRelaxed
                                                         : ir::Ordering::kAcquire;
    const std::optional<Value> older =
        LoadOlder(t, address, instruction, failed,
                  instruction.is_weak ? std::nullopt : std::optional(expected));
    if (older.has_value()) {
      old = *older;
      is_equal = false;
      if (!old.known || DependsOnAddresses(ir::Binary::kEq, old, expected)) {
        return Stop("comparison of a value that is not known");
      }
    } else if (is_equal) {
      Check(causality_.Update(t, address, instruction.width, instruction.ordering,
                              RawAt(address, instruction.width), expected));
    } else {
      Check(causality_.FailsByOlder(t, address, instruction.width, expected) &&
            causality_.Load(t, address, instruction.width, failed));
    }
  }
  if (is_equal) {
    StoreTo(address, instruction.width, Evaluate(t, instruction.a), instruction.is_signed);
  } else if (has_source) {
    StoreTo(source, instruction.width, old);
  }
  SetRegister(t, instruction.result, instruction.result_is_old ? old : Value::Of(is_equal));
}

}  // namespace plait::witness
