// Numbers that instructions make of others.
#include <optional>
#include <utility>

#include "checkers/witness/arithmetic.h"
#include "checkers/witness/machine.h"

namespace plait::witness {

bool Machine::DependsOnAddresses(ir::Binary operation, Value a, Value b) const {
  // Functions and threads have numbers above those of objects.
  const auto is_address = [&](Value value) { return memory_.IsAddress(value) || IsHandle(value); };
  if (!is_address(a) && !is_address(b)) return false;
  const bool is_equality = operation == ir::Binary::kEq || operation == ir::Binary::kNe;
  if (limits_.is_symmetric && (IsHandle(a) || IsHandle(b)) && !is_equality &&
      operation != ir::Binary::kExchange) {
    return true;
  }
  const auto is_outside = [&](Value value) {
    return Memory::OffsetOf(value.address()) >
           memory_.objects()[Memory::NumberOf(value.address())]->size;
  };
  const bool is_same_object = Memory::BaseOf(a.address()) == Memory::BaseOf(b.address());
  switch (operation) {
    case ir::Binary::kAdd:
      return is_address(a) && is_address(b);
    case ir::Binary::kSub:
    case ir::Binary::kPointerDifference:
      return !is_address(a) || (is_address(b) && !is_same_object);
    case ir::Binary::kEq:
    case ir::Binary::kNe:
      return memory_.IsAddress(a) && memory_.IsAddress(b) &&
             (is_outside(a) || is_outside(b) ||
              memory_.MayShareAddress(Memory::NumberOf(a.address()),
                                      Memory::NumberOf(b.address())));
    case ir::Binary::kLt:
    case ir::Binary::kLe:
    case ir::Binary::kGt:
    case ir::Binary::kGe:
      return !memory_.IsAddress(a) || !is_same_object;
    case ir::Binary::kExchange:
      return false;
    default:
      return true;
  }
}

namespace {

ir::Binary Mirrored(ir::Binary comparison) {
  switch (comparison) {
    case ir::Binary::kLt:
      return ir::Binary::kGt;
    case ir::Binary::kLe:
      return ir::Binary::kGe;
    case ir::Binary::kGt:
      return ir::Binary::kLt;
    case ir::Binary::kGe:
      return ir::Binary::kLe;
    default:
      return comparison;
  }
}

// How a number that is not known compares with one that is, if it can be told.
std::optional<bool> CompareSide(ir::Binary comparison, Value::Side side, int64_t number,
                                bool is_signed) {
  if (side == Value::Side::kAny || side == Value::Side::kInside ||
      side == Value::Side::kInsideOrNull ||
      (!is_signed && (number < 0 || side == Value::Side::kBelow))) {
    return std::nullopt;
  }
  if (side == Value::Side::kNatural) {
    const bool is_apart = number < 0, is_next = number == 0;
    switch (comparison) {
      case ir::Binary::kEq:
      case ir::Binary::kNe:
        return is_apart ? std::optional(comparison == ir::Binary::kNe) : std::nullopt;
      case ir::Binary::kLt:
      case ir::Binary::kGe:
        return is_apart || is_next ? std::optional(comparison == ir::Binary::kGe) : std::nullopt;
      case ir::Binary::kGt:
      case ir::Binary::kLe:
        return is_apart ? std::optional(comparison == ir::Binary::kGt) : std::nullopt;
      default:
        return std::nullopt;
    }
  }
  // It is at least one more, or less, than `nearest`.
  const bool is_above = side == Value::Side::kAbove;
  const int64_t nearest = is_above ? Value::kMostTold : 0;
  const bool is_apart = is_above ? number <= nearest : number >= nearest;
  const bool is_next = is_above ? number == nearest + 1 : number == nearest - 1;
  switch (comparison) {
    case ir::Binary::kEq:
    case ir::Binary::kNe:
      return is_apart ? std::optional(comparison == ir::Binary::kNe) : std::nullopt;
    case ir::Binary::kLt:
      return is_apart || (is_above && is_next) ? std::optional(!is_above) : std::nullopt;
    case ir::Binary::kGe:
      return is_apart || (is_above && is_next) ? std::optional(is_above) : std::nullopt;
    case ir::Binary::kGt:
      return is_apart || (!is_above && is_next) ? std::optional(is_above) : std::nullopt;
    case ir::Binary::kLe:
      return is_apart || (!is_above && is_next) ? std::optional(!is_above) : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

Value Machine::Compute(const ir::Instruction& instruction, ir::Binary operation, Value a, Value b) {
  if (a.known != b.known && instruction.width <= 8 && !memory_.IsAddress(a) &&
      !memory_.IsAddress(b)) {
    const std::optional<bool> truth =
        a.known ? CompareSide(Mirrored(operation), b.side, a.bits, instruction.is_signed)
                : CompareSide(operation, a.side, b.bits, instruction.is_signed);
    if (truth.has_value()) return Value::Of(*truth);
  }
  if (operation == ir::Binary::kAdd && instruction.is_signed && instruction.width <= 8) {
    // Signed numbers do not wrap.
    for (const auto& [number, more] : {std::pair(a, b), std::pair(b, a)}) {
      if (!number.known && number.side == Value::Side::kAbove && more.known && more.bits >= 0 &&
          !memory_.IsAddress(more)) {
        return number;
      }
    }
    if (a.known != b.known && IsNatural(a) && IsNatural(b)) {
      return {0, false, Value::Side::kNatural};
    }
  }
  if (operation == ir::Binary::kAnd && instruction.width <= 8 && a.known != b.known &&
      (a.known ? a : b).bits >= 0) {
    Value natural;
    natural.side = Value::Side::kNatural;
    return natural;
  }
  if (!a.known || !b.known || instruction.width > 8) return Value::Unknown();
  // Any number: objects may lie anywhere.
  if (limits_.is_exploration && DependsOnAddresses(operation, a, b)) return Value::Unknown();
  // Handles of several threads may look the same.
  if (limits_.is_symmetric && IsHandle(a) && IsHandle(b) && AreOfOneCreation(a, b.address())) {
    return {.source = Relevance::kWhichThread};
  }
  const std::optional<int64_t> result =
      Apply(operation, a.bits, b.bits, instruction.width, instruction.is_signed);
  if (!result.has_value()) {
    Stop("arithmetic without a defined result");
    return Value::Unknown();
  }
  return Value::Of(*result);
}

void Machine::Truncate(uint32_t t, const ir::Instruction& instruction) {
  Value value = Evaluate(t, instruction.a);
  if (limits_.is_exploration && instruction.width < 8 &&
      (memory_.IsAddress(value) || (limits_.is_symmetric && IsHandle(value)))) {
    value = {.source = value.source};
  }
  value.bits = Wrap(value.bits, instruction.width, instruction.is_signed);
  const bool is_natural = !instruction.is_signed && instruction.width < 8;
  value.side = is_natural ? Value::Side::kNatural : Value::Side::kAny;
  if (instruction.width > 8) value.known = false;
  SetRegister(t, instruction.result, value);
}

void Machine::Complement(uint32_t t, const ir::Instruction& instruction) {
  Value value = Evaluate(t, instruction.a);
  if (limits_.is_exploration && (memory_.IsAddress(value) || IsHandle(value))) {
    value = {.source = value.source};
  }
  value.bits = Wrap(~value.bits, instruction.width, instruction.is_signed);
  value.side = Value::Side::kAny;
  if (instruction.width > 8) value.known = false;
  SetRegister(t, instruction.result, value);
}

}  // namespace plait::witness
