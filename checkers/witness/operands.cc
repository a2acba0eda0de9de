// Values of operands, addresses of places, and what is in memory there.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>

#include "checkers/witness/machine.h"

namespace plait::witness {
namespace {

using ir::Operand;

}  // namespace

Value Machine::Evaluate(uint32_t t, const Operand& operand) {
  const Thread& thread = *threads_[t];
  const Frame& frame = thread.frames.back();
  switch (operand.kind) {
    case Operand::Kind::kRegister:
      return thread.registers[frame.registers + operand.value];
    case Operand::Kind::kConstant:
      return Value::Of(operand.value);
    case Operand::Kind::kGlobal: {
      const uint32_t global = frame.code->globals[operand.value];
      if (global == kNone) break;
      const uint64_t address = AddressOfGlobal(t, global);
      if (address == 0) break;
      return Value::Of(static_cast<int64_t>(address));
    }
    case Operand::Kind::kFunction: {
      const uint32_t function = frame.code->functions[operand.value];
      if (function == kNone) break;
      return Value::Of(static_cast<int64_t>(Executable::AddressOfFunction(function)));
    }
    case Operand::Kind::kSlot: {
      const uint64_t address = AddressOfSlot(t, operand.value);
      if (address == 0) break;
      return Value::Of(static_cast<int64_t>(address));
    }
    case Operand::Kind::kString:
      return Value::Of(static_cast<int64_t>(AddressOfString(*frame.code, operand.value)));
    case Operand::Kind::kUnknown: {
      // What the analysis is not told may be known here: the register before that number has it.
      const auto known = static_cast<uint64_t>(operand.value);
      if (known == 0 || limits_.is_exploration) break;
      if (known > frame.code->body->register_names.size()) break;
      return thread.registers[frame.registers + known - 1];
    }
    case Operand::Kind::kNone:
      break;
  }
  return Value::Unknown();
}

Value Machine::AddressOf(uint32_t t, const ir::Place& place) {
  const Value base = Evaluate(t, place.base);
  bool is_inside = base.PointsInside();
  if (!base.known) NoteDecision(base);
  if (!base.known && !is_inside) return Value::Unknown();
  if (IsNowhere(base)) return base;
  uint64_t address = base.address() + static_cast<uint64_t>(place.offset);
  uint64_t stride = is_inside ? std::max<uint64_t>(base.stride, 1) : 0;
  for (const ir::IndexTerm& term : place.terms) {
    const Value index = Evaluate(t, term.index);
    NoteDecision(index);
    if (IsNowhere(index)) return index;
    if (!index.known && !is_inside && !FollowsAnyElementOf(base)) {
      return Value::Unknown();
    }
    is_inside |= !index.known;
    if (index.known) {
      address += static_cast<uint64_t>(index.bits) * static_cast<uint64_t>(term.stride);
    } else {
      stride = std::gcd(stride, static_cast<uint64_t>(std::abs(term.stride)));
    }
  }
  if (!is_inside) {
    // An element that is made there may be handed to a library.
    constexpr uint64_t kUsualElement = 128;
    memory_.Reach(address, kUsualElement);
    if (place.terms.size() == 1) NoteElement(base, place.terms[0].stride);
    return Value::Of(static_cast<int64_t>(address));
  }
  // No arithmetic leads out of an object.
  return Inside(base.address(), static_cast<int64_t>(address - base.address()), stride,
                base.source);
}

bool Machine::GoesNowhere(uint32_t t, const ir::Place& place) {
  if (limits_.is_exploration || !IsNowhere(Evaluate(t, place.base))) return false;
  has_overlooked_ = true;
  return true;
}

Value Machine::Inside(uint64_t in, int64_t offset, uint64_t stride, Value::Source source) {
  Value inside = {static_cast<int64_t>(Memory::BaseOf(in)), false, Value::Side::kInside};
  inside.source = source;
  constexpr uint64_t kMostStride = std::numeric_limits<uint16_t>::max();
  if (stride <= 1 || stride > kMostStride) return inside;
  const auto period = static_cast<int64_t>(stride);
  const int64_t from_start = static_cast<int64_t>(Memory::OffsetOf(in)) + offset;
  inside.bits += (from_start % period + period) % period;
  inside.stride = stride;
  return inside;
}

// The width of what is there widens to the arrays in a record of which it is not known which
// element is meant.
std::optional<Machine::Spread> Machine::SpreadOf(uint32_t t, const ir::Place& place,
                                                 uint64_t width) {
  const Value base = Evaluate(t, place.base);
  const Memory::Object* object = VagueObject(AddressOf(t, place));
  if (object == nullptr) return std::nullopt;
  const uint64_t start = Memory::BaseOf(base.address());
  const Spread whole = {object, {start, object->is_unsized ? Memory::kUnsized : object->size}};
  if (object->is_unsized || width == 0) return whole;
  uint64_t stride = base.PointsInside() ? std::max<uint64_t>(base.stride, 1) : 0, more = 0;
  uint64_t step = stride;  // between places that the access may be at
  int64_t offset = static_cast<int64_t>(Memory::OffsetOf(base.address())) + place.offset;
  for (const ir::IndexTerm& term : place.terms) {
    const Value index = Evaluate(t, term.index);
    const auto distance = static_cast<uint64_t>(std::abs(term.stride));
    if (index.known) {
      offset += index.bits * term.stride;
    } else if (term.extent > 0 && term.stride > 0 && term.extent <= object->size) {
      more += (term.extent - 1) * distance;
      step = std::gcd(step, distance);
    } else {
      stride = std::gcd(stride, distance);
      step = std::gcd(step, distance);
    }
  }
  Spread spread = {object, {start, width + more}, static_cast<uint32_t>(width), step};
  if (stride == 0) {
    if (offset < 0 || offset + width > object->size) return whole;
    spread.bytes.address += offset;
    spread.bytes.size = std::min(spread.bytes.size, object->size - offset);
    return spread;
  }
  if (stride > std::numeric_limits<uint16_t>::max()) return whole;
  const auto period = static_cast<int64_t>(stride);
  offset = (offset % period + period) % period;
  spread.bytes.address += offset;
  spread.bytes.stride = stride;
  return spread;
}

uint64_t Machine::Accessible(uint32_t t, const ir::Place& place, uint64_t width) {
  const Value address = AddressOf(t, place);
  if (has_stopped_) return 0;
  if (!address.known) {
    Stop(kUnknownPointer);
    return 0;
  }
  if (width == 0) {
    Stop("access of unknown size");
    return 0;
  }
  memory_.Reach(address.address(), width);
  if (memory_.Find(address.address(), width) == nullptr) {
    Stop(kOutside);
    return 0;
  }
  return address.address();
}

void Machine::SetRegister(uint32_t t, ir::Register result, Value value) {
  if (result == ir::kNoRegister) return;
  Thread& thread = threads_[t].Own();
  thread.registers[thread.frames.back().registers + result] = value;
}

Value Machine::LoadFrom(uint64_t address, const ir::Instruction& instruction) {
  if (instruction.kind == ir::ValueKind::kOther || !HasRegisterWidth(instruction.width)) {
    return Value::Unknown();
  }
  if (limits_.is_exploration && instruction.width < 8 &&
      memory_.IsPartOfAddress(address, instruction.width)) {
    return Value::Unknown();
  }
  const bool is_signed = instruction.kind == ir::ValueKind::kInteger && instruction.is_signed;
  return memory_.Load(address, instruction.width, is_signed);
}

Value Machine::RawAt(uint64_t address, uint32_t width) const {
  return HasRegisterWidth(width) ? memory_.Load(address, width, false) : Value::Unknown();
}

void Machine::StoreTo(uint64_t address, uint32_t width, Value value, bool is_signed) {
  if (memory_.Find(address, 1)->kind == ObjectKind::kString)
    return Stop("write to a string literal");
  if (!HasRegisterWidth(width)) return memory_.Fill(address, width, Value::Unknown());
  if (value.known || value.PointsInside()) memory_.Share(value.address());
  const bool is_part_of_handle = limits_.is_symmetric && width < 8 && IsHandle(value);
  const bool is_part_of_address =
      limits_.is_exploration && memory_.IsAddress(value) && (width != 8 || address % 8 != 0);
  const bool is_unfollowed = value.PointsInside() && (!limits_.is_exploration || limits_.is_weak);
  const bool is_kept = !is_part_of_handle && !is_part_of_address && !is_unfollowed;
  memory_.Store(address, width, is_kept ? value : Value::Unknown(), is_signed);
}

}  // namespace plait::witness
