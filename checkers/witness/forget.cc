// What explorations that forget do not know: numbers that grow, and which element is meant.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "checkers/witness/machine.h"
#include "checkers/witness/state.h"
#include "summaries/sorted_sets.h"

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;

}  // namespace

// What the program is told when it starts may be any texts, whatever else is known exactly.
bool Machine::FollowsAnyElementOf(Value base) const {
  if (!limits_.follows_any_element()) {
    const uint64_t object = Memory::BaseOf(base.address());
    if (object != 0 && (object == arguments_ || object == argument_text_)) return true;
    // Nor is it known how the library numbers the elements of a container.
    const bool is_pointer = base.PointsInside() || memory_.IsAddress(base);
    return is_pointer && memory_.objects()[Memory::NumberOf(object)]->grows;
  }
  return base.PointsInside() || memory_.IsAddress(base);
}

bool Machine::ForEachIn(const Spread& spread, absl::FunctionRef<bool(uint64_t)> visit) {
  constexpr uint64_t kMostPlaces = 1024;
  const Bytes& bytes = spread.bytes;
  if (spread.width == 0 || spread.step == 0 || spread.object->is_unsized) return false;
  const uint64_t size = spread.object->size;
  if (size / spread.step > kMostPlaces) return false;
  for (uint64_t first = Memory::OffsetOf(bytes.address); first + spread.width <= size;
       first += bytes.stride) {
    for (uint64_t behind = 0; behind + spread.width <= bytes.size; behind += spread.step) {
      if (first + behind + spread.width > size) break;
      if (!visit(Memory::BaseOf(bytes.address) + first + behind)) return false;
    }
    if (bytes.stride == 0) break;
  }
  return true;
}

// What is there is known if it is the same everywhere.
Value Machine::LoadVaguely(const Spread& spread, const ir::Instruction& instruction) const {
  const Memory::Object& object = *spread.object;
  if (IsArgumentArray(object) && instruction.width == sizeof(uint64_t)) {
    return {static_cast<int64_t>(argument_text_), false, Value::Side::kInsideOrNull};
  }
  const Bytes& bytes = spread.bytes;
  if (instruction.kind == ir::ValueKind::kOther || !HasRegisterWidth(instruction.width) ||
      object.is_unsized ||
      (memory_.has_chains() &&
       memory_.FindChain(Memory::BaseOf(bytes.address), object.size).has_value())) {
    return Value::Unknown();
  }
  const bool is_signed = instruction.kind == ir::ValueKind::kInteger && instruction.is_signed;
  std::optional<Value> common;
  const bool is_same = ForEachIn(spread, [&](uint64_t address) {
    if (instruction.width < 8 && memory_.IsPartOfAddress(address, instruction.width)) return false;
    const Value value = memory_.Load(address, instruction.width, is_signed);
    if (!common.has_value()) common = value;
    return value.known && common->bits == value.bits;
  });
  return is_same && common.has_value() ? *common : Value::Unknown();
}

const Memory::Object* Machine::VagueObject(Value address) const {
  if (!address.known && !address.PointsInside()) return nullptr;
  if (!FollowsAnyElementOf(address)) return nullptr;
  // Where an object of unknown size ends is not known: the address may lie beyond what Around
  // knows.
  const Memory::Object* object = memory_.Around(Memory::BaseOf(address.address()));
  return object != nullptr && (!address.known || object->is_unsized) ? object : nullptr;
}

std::optional<Machine::Spread> Machine::VagueTarget(uint32_t t, const ir::Place& place,
                                                    const ir::Instruction& instruction) {
  std::optional<Spread> spread = SpreadOf(t, place, instruction.width);
  if (!spread.has_value() || has_stopped_) return std::nullopt;
  if (IsAtomic(instruction) && !IsUnheeded(t, instruction)) {
    Stop("atomic access to an element that is not known");
    return std::nullopt;
  }
  has_overlooked_ |= !limits_.is_exploration;
  return spread;
}

void Machine::StoreVaguely(const Spread& spread, Value value) {
  const Memory::Object& object = *spread.object;
  if (object.kind == ObjectKind::kString) return Stop("write to a string literal");
  if (IsArgumentArray(object)) return Stop("write to an array of arguments");
  if (value.known || value.PointsInside()) memory_.Share(value.address());
  if (object.is_unsized) return;
  const bool is_few = ForEachIn(spread, [&](uint64_t address) {
    const Value old = RawAt(address, spread.width);
    const bool is_same = old.known && value.known && HaveSameBits(old, value, spread.width);
    if (!is_same) memory_.Fill(address, spread.width, Value::Unknown());
    return true;
  });
  if (!is_few) {
    memory_.Fill(Memory::BaseOf(spread.bytes.address), object.size, Value::Unknown());
  }
}

Value Machine::Needed(const Code& code, ir::Register r, Value value, uint64_t stride) const {
  const Value::Source place = limits_.relevance->PlaceOf(code.definition, r);
  if (limits_.relevance->NeedOf(place) != Relevance::Need::kNone) return value;
  if (memory_.IsAddress(value)) return Inside(value.address(), 0, stride, place);
  return IsNumber(value) ? Value{.source = place} : value;
}

std::string Machine::TypeOf(const Memory::Object& object) const {
  if (object.origin.owner == kNone) return "";
  if (object.kind == ObjectKind::kGlobal) {
    const ir::Global* global = executable_.global(object.origin.owner);
    return global == nullptr ? "" : global->type;
  }
  if (object.kind != ObjectKind::kSlot && object.kind != ObjectKind::kHeap) return "";
  const ir::Procedure& made_in = executable_.program().definitions()[object.origin.owner].body();
  if (object.kind == ObjectKind::kSlot) {
    return made_in.strings[made_in.slots[object.origin.index].type];
  }
  uint32_t instruction = object.origin.index;
  for (const ir::Block& block : made_in.blocks) {
    if (instruction < block.instructions.size()) {
      return made_in.strings[block.instructions[instruction].type];
    }
    instruction -= block.instructions.size();
  }
  return "";
}

// Which element of an array it is need not be known, but tells threads apart.
Value Machine::Handed(const Code& code, ir::Register r, Value value) const {
  if (IsNumber(value)) return Needed(code, r, value);
  if (!memory_.IsAddress(value)) return value;
  const Memory::Object& object = *memory_.objects()[Memory::NumberOf(value.address())];
  if (!limits_.merges_threads && !IsSettled(object)) return value;
  const ir::Record* record = executable_.program().FindRecord(TypeOf(object));
  if (record == nullptr) return value;
  const uint64_t element = object.kind == ObjectKind::kHeap ? record->size : record->element_size;
  return element == 0 || object.size <= element ? value : Needed(code, r, value, element);
}

Value Machine::Reckon(uint32_t t, const ir::Instruction& instruction, Value a, Value b) {
  Value result = Compute(instruction, instruction.binary, a, b);
  const Code& code = *threads_[t]->frames.back().code;
  if (limits_.forgets_unneeded && code.counters().IsStep(instruction)) {
    const ir::Register count = code.counters().CountOf(instruction.result);
    const bool is_natural = instruction.binary == ir::Binary::kAdd && instruction.is_signed &&
                            IsNatural(a) && IsNatural(b);
    result = Needed(code, count, result);
    if (!result.known && is_natural && result.side == Value::Side::kAny) {
      result.side = Value::Side::kNatural;
    }
    result.source = limits_.relevance->PlaceOf(code.definition, count);
  }
  // One of few numbers, if it is needed which.
  if (limits_.forgets_unneeded && !result.known &&
      (instruction.binary == ir::Binary::kRem || instruction.binary == ir::Binary::kAnd)) {
    result.source = limits_.relevance->PlaceOf(code.definition, instruction.result);
  }
  result.source = Union(result.source, Union(a.source, b.source));
  return CutAsNeeded(result);
}

// What grows would be new states without end.
Value Machine::CutAsNeeded(Value value) const {
  if (!limits_.forgets_unneeded || !IsNumber(value) || value.source == Relevance::kNowhere ||
      limits_.relevance->NeedOf(value.source) == Relevance::Need::kAll) {
    return value;
  }
  if (-Value::kMostTold <= value.bits && value.bits <= Value::kMostTold) return value;
  return {.side = value.bits < 0 ? Value::Side::kBelow : Value::Side::kAbove,
          .source = value.source};
}

Value Machine::GoneOn(uint32_t t, const ir::Instruction& instruction, Value address) const {
  const Code& code = *threads_[t]->frames.back().code;
  if (!limits_.forgets_unneeded || !code.counters().IsStep(instruction)) return address;
  // It goes on by elements of that size.
  const ir::Place& place = instruction.place;
  const uint64_t stride = place.terms.empty() ? std::abs(place.offset) : 0;
  return Needed(code, code.counters().CountOf(instruction.result), address, stride);
}

bool Machine::TellsInput(const Code& code, ir::Register r) const {
  if (!limits_.forgets_unneeded) return limits_.tells_inputs;
  return r != ir::kNoRegister && limits_.relevance->NeedOf(limits_.relevance->PlaceOf(
                                     code.definition, r)) != Relevance::Need::kNone;
}

Value Machine::OpenInput(const Code& code, ir::Register r) {
  has_open_input_ = true;
  if (!limits_.forgets_unneeded || r == ir::kNoRegister) return Value::Unknown();
  return {.source = limits_.relevance->PlaceOf(code.definition, r)};
}

Value Machine::Assigned(uint32_t t, const ir::Instruction& instruction) {
  const Value value = Evaluate(t, instruction.a);
  const Code& code = *threads_[t]->frames.back().code;
  const bool begins = instruction.a.kind == ir::Operand::Kind::kConstant;
  if (limits_.forgets_unneeded && begins && code.counters().GoesOn(instruction.result)) {
    return Needed(code, instruction.result, value);
  }
  return value;
}

Value::Source Machine::PlaceOf(uint32_t t, const Memory::Object& object,
                               const ir::Instruction& instruction) {
  if (limits_.relevance == nullptr) return Relevance::kNowhere;
  return limits_.relevance->PlaceOf(*threads_[t]->frames.back().code->body, instruction, object);
}

Value::Source Machine::PlaceOf(uint32_t t, uint64_t address, const ir::Instruction& instruction) {
  if (limits_.relevance == nullptr) return Relevance::kNowhere;
  const Memory::Object& object = *memory_.objects()[Memory::NumberOf(address)];
  const Value::Source place = PlaceOf(t, object, instruction);
  const Relevance::Kind kind = instruction.kind == ir::ValueKind::kPointer
                                   ? Relevance::Kind::kPointer
                               : IsAtomic(instruction) ? Relevance::Kind::kAtomicNumber
                                                       : Relevance::Kind::kNumber;
  limits_.relevance->NoteAccess(object, Memory::OffsetOf(address), instruction.width, place, kind);
  return place;
}

void Machine::NoteFlow(Value from, Value::Source place) {
  if (limits_.relevance != nullptr) limits_.relevance->NoteFlow(from.source, place);
}

void Machine::NoteDecision(Value value) {
  if (limits_.relevance == nullptr || value.source == Relevance::kNowhere) return;
  limits_.relevance->NoteDecision(value.source);
  if (!value.known) doubts_.push_back(value.source);
}

Value::Source Machine::Union(Value::Source a, Value::Source b) {
  return limits_.relevance == nullptr ? Relevance::kNowhere : limits_.relevance->Union(a, b);
}

void Machine::NoteCopy(uint64_t to, uint64_t from, uint64_t size) {
  if (limits_.relevance == nullptr) return;
  limits_.relevance->NoteCopy(*memory_.objects()[Memory::NumberOf(to)], Memory::OffsetOf(to),
                              *memory_.objects()[Memory::NumberOf(from)], Memory::OffsetOf(from),
                              size);
}

// Pointers, threads and functions are told apart, whatever they are stored as.
// Nothing is proved if such a pointer is used: it need not be told from others.
void Machine::ForgetDangling(const Machine& before) {
  const std::vector<Shared<Memory::Object>>& objects = memory_.objects();
  std::vector<uint32_t> freed;
  for (uint32_t number = 1; number < objects.size(); ++number) {
    const bool was_alive =
        number >= before.memory_.objects().size() || before.memory_.objects()[number]->is_alive;
    if (was_alive && !objects[number]->is_alive && objects[number]->kind == ObjectKind::kHeap) {
      freed.push_back(number);
    }
  }
  if (freed.empty()) return;
  const StateWriter writer(*this);
  const auto mentions = [&](const Outline& outline) {
    return std::any_of(outline.mentioned.begin(), outline.mentioned.end(),
                       [&](uint32_t number) { return ContainsSorted(freed, number); });
  };
  const auto is_dangling = [&](Value value) {
    return (memory_.IsAddress(value) || value.PointsInside()) &&
           ContainsSorted(freed, static_cast<uint32_t>(Memory::NumberOf(value.address())));
  };
  for (uint32_t number = 1; number < objects.size(); ++number) {
    if (!objects[number]->is_alive || !mentions(writer.OutlineOfObject(number))) continue;
    for (uint64_t offset = 0; offset + kWord <= objects[number]->size; offset += kWord) {
      uint32_t known = 0;
      const auto word =
          Value::Of(static_cast<int64_t>(Memory::WordAt(*objects[number], offset, &known)));
      if (known == 0xff && is_dangling(word)) {
        memory_.Store(Memory::AddressOf(number) + offset, kWord, Value::Unknown());
      }
    }
  }
  for (uint32_t t = 0; t < threads_.size(); ++t) {
    if (!mentions(writer.OutlineOf(t))) continue;
    Thread& thread = threads_[t].Own();
    for (Value& value : thread.registers) {
      if (is_dangling(value)) value = Value::Unknown();
    }
    if (is_dangling(thread.result)) thread.result = Value::Unknown();
  }
}

// Who has found a pointer that nothing else holds, and has no lock any more, mostly has taken the
// object out: of a ring, a stack or a mailbox, where an index or a flag says so and the pointer
// stays. If it is looked at once more, nothing is proved so.
void Machine::ForgetTaken(const Machine& before) {
  const std::vector<Shared<Memory::Object>>& objects = memory_.objects();
  const auto mentions = [](const Outline& outline, uint32_t number) {
    return std::find(outline.mentioned.begin(), outline.mentioned.end(), number) !=
           outline.mentioned.end();
  };
  struct Word {
    uint32_t object = 0;
    uint64_t offset = 0;
  };
  std::vector<Word> taken;
  const StateWriter writer(*this);
  for (uint32_t t = 0; t < threads_.size(); ++t) {
    if ((t < before.threads_.size() && threads_[t].IsSame(before.threads_[t])) || OwnsLocks(t)) {
      continue;
    }
    for (uint32_t number : writer.OutlineOf(t).mentioned) {
      const Memory::Object& found = *objects[number];
      if (!found.is_alive || found.kind != ObjectKind::kHeap || found.chain.has_value()) continue;
      std::vector<Word> words;
      bool is_taken = true;
      for (uint32_t other = 0; other < threads_.size() && is_taken; ++other) {
        is_taken = other == t || !mentions(writer.OutlineOf(other), number);
      }
      for (uint32_t holder = 1; holder < objects.size() && is_taken; ++holder) {
        const Memory::Object& object = *objects[holder];
        if (holder == number || !object.is_alive ||
            !mentions(writer.OutlineOfObject(holder), number)) {
          continue;
        }
        is_taken = holder < before.memory_.objects().size();
        for (uint64_t offset = 0; offset + kWord <= object.size && is_taken; offset += kWord) {
          uint32_t known = 0, was_known = 0;
          const uint64_t word = Memory::WordAt(object, offset, &known);
          if (known != 0xff || Memory::NumberOf(word) != number) continue;
          const Memory::Object& was = *before.memory_.objects()[holder];
          is_taken = limits_.relevance->IsUnneededPointerAt(object, offset) &&
                     was.size == object.size && Memory::WordAt(was, offset, &was_known) == word &&
                     was_known == 0xff;
          words.push_back({holder, offset});
        }
      }
      if (is_taken) taken.insert(taken.end(), words.begin(), words.end());
    }
  }
  for (const Word& word : taken) {
    memory_.Store(Memory::AddressOf(word.object) + word.offset, kWord, Value::Unknown());
  }
}

void Machine::ForgetNumbers(const Machine* before) {
  if (!limits_.forgets_data && !limits_.forgets_unneeded) return;
  if (before != nullptr && limits_.forgets_unneeded && !limits_.is_weak) {
    ForgetDangling(*before);
    ForgetTaken(*before);
  }
  for (size_t number = 1; number < memory_.objects().size(); ++number) {
    if (before != nullptr && number < before->memory_.objects().size() &&
        memory_.objects()[number].IsSame(before->memory_.objects()[number])) {
      continue;
    }
    const Memory::Object& object = *memory_.objects()[number];
    if (!object.is_alive || object.is_unsized || object.kind == ObjectKind::kString) continue;
    const bool may_be_shared = object.is_shared || object.kind == ObjectKind::kHeap;
    const Relevance::What what = {.keeps_needed = limits_.forgets_unneeded && may_be_shared,
                                  .keeps_atomics = limits_.is_weak};
    for (const Relevance::Range& range : limits_.relevance->NumbersIn(object, what)) {
      const uint64_t end = std::min(range.offset + range.size, object.size);
      for (uint64_t at = range.offset; at < end;) {
        const uint64_t word = at / kWord * kWord, next = std::min(word + kWord, end);
        uint32_t known = 0;
        const auto value = Value::Of(
            static_cast<int64_t>(Memory::WordAt(*memory_.objects()[number], word, &known)));
        const uint32_t bytes = (1U << (next - word)) - (1U << (at - word));
        const bool is_named = known == 0xff && !IsNumber(value);
        if ((known & bytes) != 0 && !is_named) {
          memory_.Fill(Memory::AddressOf(number) + at, next - at, Value::Unknown());
        }
        at = next;
      }
    }
  }
}

}  // namespace plait::witness
