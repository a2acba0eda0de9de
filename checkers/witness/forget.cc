// What explorations that forget do not know: numbers that grow, and which element is meant.
#include <algorithm>

#include "checkers/witness/machine.h"

namespace plait::witness {

const Memory::Object* Machine::VagueObject(Value address) const {
  if (!limits_.follows_any_element() || (!address.known && address.side != Value::Side::kInside)) {
    return nullptr;
  }
  // Where an object of unknown size ends is not known: the address may lie beyond what Around
  // knows.
  const Memory::Object* object = memory_.Around(Memory::BaseOf(address.address()));
  return object != nullptr && (!address.known || object->is_unsized) ? object : nullptr;
}

const Memory::Object* Machine::VagueTarget(uint32_t t, const ir::Place& place,
                                           ir::Ordering ordering) {
  const Memory::Object* object = VagueObject(AddressOf(t, place));
  if (object == nullptr || has_stopped_) return nullptr;
  if (ordering != ir::Ordering::kPlain) {
    Stop("atomic access to an element that is not known");
    return nullptr;
  }
  has_overlooked_ |= !limits_.is_exploration;
  return object;
}

void Machine::StoreVaguely(uint32_t t, const ir::Place& place, const Memory::Object& object,
                           Value value) {
  if (object.kind == ObjectKind::kString) return Stop("write to a string literal");
  if (value.known) memory_.Share(value.address());
  if (object.is_unsized) return;
  memory_.Fill(Memory::BaseOf(AddressOf(t, place).address()), object.size, Value::Unknown());
}

// A number that only goes elsewhere, such as which thread it is.
Value Machine::Decisive(const Code& code, ir::Register result, Value value) {
  if (!limits_.forgets_small() || !value.known || result == ir::kNoRegister ||
      !code.counters().IsPassedOnOnly(result) || memory_.IsAddress(value) || IsHandle(value)) {
    return value;
  }
  has_forgotten_small_ = true;
  return Value::Unknown();
}

// Where numbers are forgotten, those that only count are the first: how often a loop has run, or
// what it has added up for nobody but who joins the thread.
Value Machine::Reckon(uint32_t t, const ir::Instruction& instruction, Value a, Value b) {
  const Value result = Compute(instruction, instruction.binary, a, b);
  if (!limits_.forgets() || memory_.IsAddress(result)) return result;
  const Counters& counters = threads_[t]->frames.back().code->counters();
  const bool is_entry = threads_[t]->frames.size() == 1;
  const Counters::Use use = is_entry ? Counters::Use::kBranchOrReturn : Counters::Use::kBranch;
  if (counters.Counts(instruction, use)) return Value::Unknown();
  if (!limits_.forgets_small() || !counters.Counts(instruction, Counters::Use::kNumber)) {
    return result;
  }
  has_forgotten_small_ = true;
  return Value::Unknown();
}

Value Machine::Stored(uint64_t address, const ir::Instruction& instruction, Value value) {
  const bool is_number = value.known && instruction.kind == ir::ValueKind::kInteger &&
                         !memory_.IsAddress(value) && !IsHandle(value);
  if (!limits_.forgets() || !is_number || instruction.ordering != ir::Ordering::kPlain) {
    return value;
  }
  const Memory::Object& object = *memory_.objects()[Memory::NumberOf(address)];
  const uint32_t global = object.kind == ObjectKind::kGlobal ? object.origin.owner : kNone;
  if (limits_.data != nullptr && global < limits_.data->size() && (*limits_.data)[global]) {
    return Value::Unknown();
  }
  if (!object.is_shared) return value;
  // A number that the program names is a state that something is in rather than how many there are.
  constexpr int64_t kMostStates = 2;
  const bool is_named = instruction.a.kind == ir::Operand::Kind::kConstant;
  const Value kept =
      Kept(value.bits, is_named ? std::max(limits_.most_stored, kMostStates) : limits_.most_stored);
  has_forgotten_small_ |= !kept.known;
  return kept;
}

Value Machine::Kept(int64_t number, int64_t most) const {
  if (-most <= number && number <= most) return Value::Of(number);
  Value forgotten;
  if (number < 0) forgotten.side = Value::Side::kBelow;
  if (number > Value::kMostTold) forgotten.side = Value::Side::kAbove;
  return forgotten;
}

}  // namespace plait::witness
