// What explorations that forget do not know: numbers that grow, and which element is meant.
#include <algorithm>
#include <string>
#include <vector>

#include "checkers/witness/machine.h"

namespace plait::witness {

// What the program is told when it starts may be any texts, whatever else is known exactly.
bool Machine::FollowsAnyElementOf(Value base) const {
  if (!limits_.follows_any_element()) {
    const uint64_t object = Memory::BaseOf(base.address());
    return object != 0 && (object == arguments_ || object == argument_text_);
  }
  return base.PointsInside() || memory_.IsAddress(base);
}

Value Machine::LoadVaguely(const Memory::Object& object, uint32_t width) const {
  if (!IsArgumentArray(object) || width != sizeof(uint64_t)) return Value::Unknown();
  return {static_cast<int64_t>(argument_text_), false, Value::Side::kInsideOrNull};
}

const Memory::Object* Machine::VagueObject(Value address) const {
  if (!address.known && !address.PointsInside()) return nullptr;
  if (!FollowsAnyElementOf(address)) return nullptr;
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
  if (IsArgumentArray(object)) return Stop("write to an array of arguments");
  if (value.known) memory_.Share(value.address());
  if (object.is_unsized) return;
  memory_.Fill(Memory::BaseOf(AddressOf(t, place).address()), object.size, Value::Unknown());
}

// A number that only goes elsewhere, such as which thread it is.
Value Machine::Decisive(const Code& code, ir::Register result, Value value) {
  if (!limits_.forgets_small() || !value.known || result == ir::kNoRegister ||
      memory_.IsAddress(value) || IsHandle(value)) {
    return value;
  }
  const NumberUses& uses = *limits_.uses;
  const bool is_parameter =
      result < std::min(code.body->parameters.size(), Counters::kMostParameters);
  if (is_parameter && !uses.AreOpen(code.definition, uint64_t{1} << result)) return value;
  const bool goes_elsewhere = uses.decisive_results[code.definition]
                                  ? code.counters().IsKeptOnly(result)
                                  : code.counters().IsPassedOnOnly(result);
  if (!goes_elsewhere) return value;
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
  constexpr int64_t kMostTurns = 2;
  const bool is_open = limits_.forgets_counts && !limits_.tells_inputs &&
                       instruction.result != ir::kNoRegister &&
                       counters.IsOpenCount(instruction.result) && result.known &&
                       (result.bits < -kMostTurns || kMostTurns < result.bits) &&
                       !IsKnownNow(t, counters.BoundOf(instruction.result));
  const bool is_number =
      limits_.forgets_small() && counters.Counts(instruction, Counters::Use::kNumber);
  if (!is_open && !is_number) return result;
  has_forgotten_small_ = true;
  return Value::Unknown();
}

bool Machine::IsKnownNow(uint32_t t, ir::Register r) const {
  const Thread& thread = *threads_[t];
  return r != ir::kNoRegister && thread.registers[thread.frames.back().registers + r].known;
}

// Whether a loop begins to count what only branches look at.
bool Machine::IsFirstOfCount(uint32_t t, const ir::Instruction& instruction) {
  if (!limits_.forgets_counts || instruction.a.kind != ir::Operand::Kind::kConstant) return false;
  const Counters& counters = threads_[t]->frames.back().code->counters();
  const bool is_first = counters.IsCount(instruction.result);
  has_forgotten_small_ |= is_first;
  return is_first;
}

bool Machine::IsAmong(uint32_t t, uint64_t address, const ir::Instruction& instruction,
                      const NumberUses::Places& places) const {
  const std::string member = MemberOf(*threads_[t]->frames.back().code->body, instruction);
  if (!member.empty()) return places.members.contains(member);
  const Memory::Object& object = *memory_.objects()[Memory::NumberOf(address)];
  const uint32_t global = object.kind == ObjectKind::kGlobal ? object.origin.owner : kNone;
  return global < places.globals.size() && places.globals[global];
}

bool Machine::IsData(uint32_t t, uint64_t address, const ir::Instruction& instruction) const {
  return limits_.uses != nullptr && instruction.kind == ir::ValueKind::kInteger &&
         instruction.ordering == ir::Ordering::kPlain &&
         IsAmong(t, address, instruction, limits_.uses->data);
}

// Which element is meant decides more than other numbers.
bool Machine::KeepsIndex(uint32_t t, uint64_t address, const ir::Instruction& instruction) const {
  return limits_.uses != nullptr && limits_.forgets_small() && !limits_.forgets_counts &&
         IsAmong(t, address, instruction, limits_.uses->indices);
}

// Whether it is one of several constants, which it may have been passed as.
bool Machine::IsChosen(uint32_t t, const ir::Operand& number) const {
  if (number.kind != ir::Operand::Kind::kRegister) {
    return number.kind == ir::Operand::Kind::kConstant;
  }
  const Code& code = *threads_[t]->frames.back().code;
  const auto parameters = code.counters().ChosenFrom(static_cast<ir::Register>(number.value));
  if (!parameters.has_value()) return false;
  return *parameters == 0 ||
         (limits_.uses != nullptr && !limits_.uses->AreOpen(code.definition, *parameters));
}

Value Machine::Stored(uint32_t t, uint64_t address, const ir::Instruction& instruction,
                      Value value) {
  const bool is_number = value.known && instruction.kind == ir::ValueKind::kInteger &&
                         !memory_.IsAddress(value) && !IsHandle(value);
  if (!limits_.forgets() || !is_number || instruction.ordering != ir::Ordering::kPlain) {
    return value;
  }
  if (IsData(t, address, instruction)) return Value::Unknown();
  if (!memory_.objects()[Memory::NumberOf(address)]->is_shared) return value;
  // A number that the program names is a state that something is in rather than how many there are,
  // unless others are reckoned. The only one that is stored there says how many of something there
  // are.
  const bool is_settled =
      !limits_.forgets_counts || !IsAmong(t, address, instruction, limits_.uses->varied);
  const int64_t most_states = is_settled ? Value::kMostTold : 2;
  const bool is_named =
      IsChosen(t, instruction.a) &&
      !(limits_.forgets_counts && IsAmong(t, address, instruction, limits_.uses->reckoned));
  int64_t most = is_named ? std::max(limits_.most_stored, most_states) : limits_.most_stored;
  if (KeepsIndex(t, address, instruction)) most = Value::kMostTold;
  const Value kept = Kept(value.bits, most);
  has_forgotten_small_ |= !kept.known;
  return kept;
}

// What is known of some elements of an array that decides nothing, and of others not, would be a
// state for each way to fill it.
void Machine::ForgetElements(uint32_t t, uint64_t address, const ir::Instruction& instruction) {
  const Memory::Object* object = memory_.Around(address);
  if (object == nullptr || instruction.place.terms.empty()) return;
  uint64_t begin = address, row = instruction.width, stride = 0, rows = 1;
  for (const ir::IndexTerm& term : instruction.place.terms) {
    if (term.stride <= 0) return;
    const auto step = static_cast<uint64_t>(term.stride);
    begin -= static_cast<uint64_t>(Evaluate(t, term.index).bits) * step;
    if (term.extent != 0) {
      row += (term.extent - 1) * step;
    } else if (stride != 0) {
      return;
    } else {
      stride = step;
    }
  }
  if (memory_.Around(begin) != object || Memory::OffsetOf(begin) + row > object->size) return;
  constexpr uint64_t kMostRows = 256;
  if (stride != 0) rows = (object->size - Memory::OffsetOf(begin) - row) / stride + 1;
  const uint64_t size = (rows - 1) * stride + row;
  if (rows > kMostRows || (stride != 0 && memory_.IsPartOfAddress(begin, size))) return;
  for (uint64_t i = 0; i < rows; ++i) memory_.Fill(begin + i * stride, row, Value::Unknown());
}

Value Machine::Kept(int64_t number, int64_t most) const {
  if (-most <= number && number <= most) return Value::Of(number);
  Value forgotten;
  if (number < 0) forgotten.side = Value::Side::kBelow;
  if (number > Value::kMostTold) forgotten.side = Value::Side::kAbove;
  return forgotten;
}

}  // namespace plait::witness
