// Containers with two ends, lowered as a block without bounds and the indices where it begins and
// ends: explorations count the elements from where it begins, or each that ever was in a queue
// would be another state.
#include <cstdint>
#include <optional>
#include <vector>

#include "checkers/witness/machine.h"

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;
constexpr uint64_t kTail = 8, kHead = 16;  // offsets of the indices behind the block's address
// Accesses that were made to elements which are gone lie beyond all that a block may grow to.
constexpr uint64_t kGone = uint64_t{1} << 30;

}  // namespace

void Machine::NoteElement(Value block, int64_t stride) {
  if (!limits_.is_exploration || !memory_.IsAddress(block) || stride <= 0) return;
  const uint64_t number = Memory::NumberOf(block.address());
  if (memory_.objects()[number]->grows) memory_.NoteElement(number, stride);
}

void Machine::MoveToFront(uint64_t index) {
  const auto word_at = [&](uint64_t address) -> std::optional<uint64_t> {
    if (memory_.Find(address, kWord) == nullptr) return std::nullopt;
    const Value value = RawAt(address, kWord);
    return value.known ? std::optional(value.address()) : std::nullopt;
  };
  const uint64_t header = index - kHead;
  if (Memory::OffsetOf(index) < kHead) return;
  const std::optional<uint64_t> block = word_at(header), tail = word_at(header + kTail),
                                head = word_at(index);
  if (!block.has_value() || !tail.has_value() || !head.has_value() || *tail < *head) return;
  const uint64_t number = Memory::NumberOf(*block);
  if (number == 0 || number >= memory_.objects().size()) return;
  const Shared<Memory::Object> object = memory_.objects()[number];
  const uint64_t count = *head * object->element;
  if (!object->is_alive || !object->grows || object->element == 0 ||
      Memory::OffsetOf(*block) != 0 || count > object->size) {
    return;
  }
  const auto is_vague = [&](Value value) {
    return value.PointsInside() && Memory::NumberOf(value.address()) == number;
  };
  for (const Shared<Thread>& thread : threads_) {
    bool has_vague = false;
    ForEachLiveRegister(*thread, [&](Value value) { has_vague |= is_vague(value); });
    if (has_vague) return;
    for (const Bytes& bytes : thread->segment) {
      if (Memory::NumberOf(bytes.address) == number && bytes.stride != 0) return;
    }
  }
  memory_.MoveToFront(number, count);
  memory_.Store(index, kWord, Value::Of(0));
  memory_.Store(header + kTail, kWord, Value::Of(static_cast<int64_t>(*tail - *head)));
  const auto moved = [&](uint64_t address) {
    if (Memory::NumberOf(address) != number || address == *block) return address;
    const uint64_t offset = Memory::OffsetOf(address);
    if (offset >= kGone) return address;
    return *block + (offset >= count ? offset - count : kGone + offset);
  };
  const auto move = [&](Value* value) {
    if (is_vague(*value)) *value = Value::Unknown();
    if (value->known) value->bits = static_cast<int64_t>(moved(value->address()));
  };
  for (uint64_t other = 1; other < memory_.objects().size(); ++other) {
    const Shared<Memory::Object> holder = memory_.objects()[other];
    if (!holder->is_alive || holder->kind == ObjectKind::kString) continue;
    for (uint64_t offset = 0; offset + kWord <= holder->size; offset += kWord) {
      uint32_t known = 0;
      const uint64_t word = Memory::WordAt(*holder, offset, &known);
      if (known != 0xff || moved(word) == word) continue;
      memory_.Store(Memory::AddressOf(other) + offset, kWord,
                    Value::Of(static_cast<int64_t>(moved(word))));
    }
  }
  for (Shared<Thread>& shared : threads_) {
    Thread& thread = shared.Own();
    for (Value& value : thread.registers) move(&value);
    move(&thread.result);
    move(&thread.call_result);
    for (Bytes& bytes : thread.segment) {
      // One access may have been to elements on both sides.
      if (Memory::NumberOf(bytes.address) != number) continue;
      const uint64_t offset = Memory::OffsetOf(bytes.address);
      if (offset < count && offset + bytes.size > count) {
        bytes.address = *block;
        bytes.size = Memory::kUnsized;
        continue;
      }
      bytes.address = offset >= count && offset < kGone ? bytes.address - count
                      : offset < count                  ? bytes.address + kGone
                                                        : bytes.address;
    }
    // Where they are about to access it is looked at again.
  }
  std::vector<std::pair<uint64_t, SyncObject>> locks;
  for (const auto& [address, lock] : sync_) {
    if (moved(address) != address) locks.emplace_back(address, *lock);
  }
  sync_.EraseIf([&](uint64_t address) { return moved(address) != address; });
  for (auto& [address, lock] : locks) sync_.Own(moved(address)) = std::move(lock);
}

}  // namespace plait::witness
