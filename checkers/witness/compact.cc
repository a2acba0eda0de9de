// What nobody can reach any more goes, so that a state costs what it holds, not what has been.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "checkers/witness/machine.h"
#include "checkers/witness/state.h"

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;

}  // namespace

// Records that calls have returned by their address live as long as the caller, though it is mostly
// done with them at once.
void Machine::FreeReturned() {
  const auto is_returned = [&](uint64_t address) {
    const Memory::Object& object = *memory_.objects()[Memory::NumberOf(address)];
    return object.is_alive && object.kind == ObjectKind::kSlot && !object.is_shared;
  };
  const bool has_returned =
      std::any_of(threads_.begin(), threads_.end(), [&](const Shared<Thread>& thread) {
        return std::any_of(thread->owned.begin(), thread->owned.end(), is_returned);
      });
  if (!has_returned) return;
  const StateWriter writer(*this);
  std::vector<uint32_t> mentions(memory_.objects().size());
  const auto count = [&](const Outline& outline, uint32_t holder) {
    for (uint32_t number : outline.mentioned) mentions[number] += number != holder;
  };
  for (uint32_t t = 0; t < threads_.size(); ++t) count(writer.OutlineOf(t), 0);
  for (uint32_t number = 1; number < memory_.objects().size(); ++number) {
    if (memory_.objects()[number]->is_alive) count(writer.OutlineOfObject(number), number);
  }
  for (Shared<Thread>& thread : threads_) {
    // By its owner.
    const auto is_unused = [&](uint64_t address) {
      return is_returned(address) && mentions[Memory::NumberOf(address)] == 1;
    };
    if (std::none_of(thread->owned.begin(), thread->owned.end(), is_unused)) continue;
    std::vector<uint64_t>& owned = thread.Own().owned;
    for (size_t i = owned.size(); i-- > 0;) {
      if (!is_unused(owned[i])) continue;
      memory_.Free(owned[i]);
      owned.erase(owned.begin() + i);
      for (Frame& frame : thread.Own().frames) {
        if (frame.owned > i) --frame.owned;
      }
    }
  }
}

void Machine::Compact() {
  constexpr size_t kFew = 64;
  const size_t count = memory_.objects().size();
  if (count < kFew || count < 2 * compacted_) return;
  std::vector<uint32_t> numbers(count);  // new ones; 1 at first for those that are reached
  std::vector<uint32_t> reached;
  const auto reach = [&](uint64_t number) {
    if (number == 0 || number >= count || std::exchange(numbers[number], 1) != 0) return;
    reached.push_back(number);
  };
  const StateWriter writer(*this);
  const auto reach_all = [&](const Outline& outline) {
    for (uint32_t number : outline.mentioned) reach(number);
  };
  for (uint64_t address : *globals_) reach(Memory::NumberOf(address));
  for (const auto& [key, address] : *strings_) reach(Memory::NumberOf(address));
  reach(Memory::NumberOf(arguments_));
  reach(Memory::NumberOf(argument_text_));
  for (uint32_t t = 0; t < threads_.size(); ++t) {
    reach_all(writer.OutlineOf(t));
    for (const Bytes& bytes : threads_[t]->accesses) reach(Memory::NumberOf(bytes.address));
  }
  for (size_t i = 0; i < reached.size(); ++i) {
    if (memory_.objects()[reached[i]]->is_alive) reach_all(writer.OutlineOfObject(reached[i]));
  }
  uint32_t next = 1;
  for (uint32_t& number : numbers) number = number != 0 ? next++ : 0;
  compacted_ = next;
  Rename(numbers);
}

// Objects get new numbers, in the same order; 0: it goes.
void Machine::Rename(const std::vector<uint32_t>& numbers) {
  const auto is_named = [&](uint64_t address) {
    const uint64_t number = Memory::NumberOf(address);
    return number > 0 && number < numbers.size();
  };
  const auto renamed = [&](uint64_t address) {
    if (!is_named(address)) return address;
    const uint32_t number = numbers[Memory::NumberOf(address)];
    return number == 0 ? 0 : Memory::AddressOf(number) + Memory::OffsetOf(address);
  };
  const auto rename = [&](uint64_t* address) { *address = renamed(*address); };
  const auto rename_value = [&](Value* value) {
    if ((!value->known && !value->PointsInside()) || !is_named(value->address())) return;
    // That of a register which is not read any more.
    if (numbers[Memory::NumberOf(value->address())] == 0) {
      *value = Value::Unknown();
    } else {
      value->bits = static_cast<int64_t>(renamed(value->address()));
    }
  };
  memory_.Rename(numbers, renamed);
  for (uint64_t& address : globals_.Own()) rename(&address);
  for (auto& [key, address] : strings_.Own()) rename(&address);
  rename(&arguments_);
  rename(&argument_text_);
  for (Shared<Thread>& shared : threads_) {
    Thread& thread = shared.Own();
    for (Frame& frame : thread.frames) rename(&frame.once);
    for (JumpPoint& jump : thread.jumps) rename(&jump.buffer);
    for (Value& value : thread.registers) rename_value(&value);
    for (uint64_t& address : thread.slots) rename(&address);
    for (uint64_t& address : thread.owned) rename(&address);
    for (Bytes& bytes : thread.segment) rename(&bytes.address);
    for (Bytes& bytes : thread.accesses) rename(&bytes.address);
    rename_value(&thread.result);
    rename_value(&thread.call_result);
    for (auto& [global, address] : thread.thread_locals) rename(&address);
    for (Value& value : thread.keys) rename_value(&value);
    rename(&thread.error_number);
  }
  SyncTable sync;
  for (const auto& [address, object] : sync_) {
    if (renamed(address) != 0) sync.Own(renamed(address)) = *object;
  }
  sync_ = std::move(sync);
  absl::flat_hash_map<uint64_t, int64_t> attributes;
  for (const auto& [address, value] : attributes_) {
    if (renamed(address) != 0) attributes[renamed(address)] = value;
  }
  attributes_ = std::move(attributes);
}

void Memory::Rename(const std::vector<uint32_t>& numbers,
                    absl::FunctionRef<uint64_t(uint64_t)> renamed) {
  std::vector<Shared<Object>> all;
  all.push_back(objects_[0]);
  // Of each number, how many objects before it are left.
  std::vector<uint64_t> before(numbers.size() + 1);
  for (size_t number = 1; number < numbers.size(); ++number) {
    before[number] = all.size();
    if (numbers[number] == 0) {
      if (objects_[number]->is_alive) live_ -= objects_[number]->size;
      if (objects_[number]->is_alive && objects_[number]->chain.has_value()) --chains_;
      continue;
    }
    all.push_back(objects_[number]);
  }
  before[numbers.size()] = all.size();
  const auto is_other = [&](uint64_t word) {
    const uint64_t number = NumberOf(word);
    return number > 0 && number < numbers.size() && renamed(word) != word;
  };
  for (Shared<Object>& shared : all) {
    if (shared->part_of != 0) shared.Own().part_of = 0;
    if (!shared->is_alive) {
      if (shared->end != 0) shared.Own().end = before[shared->end];
      continue;
    }
    const Shared<Object> object = shared;
    for (uint64_t offset = 0; offset + kWord <= object->size; offset += kWord) {
      uint32_t known = 0;
      const uint64_t word = WordAt(*object, offset, &known);
      if (known != 0xff || !is_other(word)) continue;
      const uint64_t other = renamed(word);
      std::memcpy(shared.Own().bytes() + offset, &other, kWord);
    }
    if (object->chain.has_value() && is_other(object->chain->last)) {
      shared.Own().chain->last = renamed(object->chain->last);
    }
  }
  objects_ = std::move(all);
  total_ = live_;
}

}  // namespace plait::witness
