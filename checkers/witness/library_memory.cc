// Library functions that fill, copy and compare memory.
#include <algorithm>
#include <optional>

#include "absl/strings/match.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {

LibraryCall::State LibraryCall::Memset() {
  const Value address = Argument(0), byte = Argument(1), size = Argument(2);
  if (machine_.limits_.forgets_unneeded &&
      (!size.known || machine_.VagueObject(address) != nullptr)) {
    SetResult(address);
    return WriteUnknown(address, size.known ? std::optional(size.address()) : std::nullopt);
  }
  if (!address.known || !size.known) return Stop(Machine::kUnknownPointer);
  SetResult(address);
  if (size.bits == 0) return State::kDone;
  const Memory::Object* object = machine_.memory_.Find(address.address(), size.address());
  if (object == nullptr || object->kind == ObjectKind::kString) {
    return Stop(Machine::kOutside);
  }
  machine_.memory_.Fill(address.address(), size.address(), byte);
  return State::kDone;
}

LibraryCall::State LibraryCall::Memcmp() {
  const Value a = Argument(0), b = Argument(1), size = Argument(2);
  if (!a.known || !b.known || !size.known) return ReturnNothingKnown();
  const Memory& memory = machine_.memory_;
  if (size.bits == 0) return ReturnZero();
  if (memory.Find(a.address(), size.address()) == nullptr ||
      memory.Find(b.address(), size.address()) == nullptr) {
    return Stop(Machine::kOutside);
  }
  if (IsExploration()) {
    // How addresses compare byte by byte depends on where objects lie.
    const auto width = static_cast<uint32_t>(size.bits);
    if (memory.IsPartOfAddress(a.address(), width) || memory.IsPartOfAddress(b.address(), width)) {
      return ReturnNothingKnown();
    }
    text_source_ = machine_.Union(NoteText(a.address(), width), NoteText(b.address(), width));
  }
  int64_t order = 0;
  for (uint64_t i = 0; i < size.address() && order == 0; ++i) {
    const Value x = memory.Load(a.address() + i, 1, false);
    const Value y = memory.Load(b.address() + i, 1, false);
    if (!x.known || !y.known) return ReturnNothingKnown();
    order = x.bits < y.bits ? -1 : x.bits > y.bits;
  }
  SetResult(Value::Of(order));
  return State::kDone;
}

LibraryCall::State LibraryCall::Bzero() {
  const Value size = Argument(1);
  if (!size.known) return State::kByModel;
  if (WriteUnknown(Argument(0), size.address()) != State::kDone) return State::kOver;
  const Value address = Argument(0);
  if (address.known && address.bits != 0 && size.bits != 0) {
    machine_.memory_.Fill(address.address(), size.address(), Value::Of(0));
  }
  return State::kDone;
}

// Returns the end of what it wrote.
LibraryCall::State LibraryCall::Mempcpy() {
  const Value to = Argument(0), size = Argument(2);
  if (to.known && size.known) SetResult(Value::Of(to.bits + size.bits));
  return State::kByModel;
}

LibraryCall::State LibraryCall::Memchr() {
  const Value from = Argument(0), wanted = Argument(1), size = Argument(2);
  if (!from.known || !wanted.known || !size.known || IsExploration()) return State::kByModel;
  const bool is_last = function_.library_name == "memrchr";
  const auto byte = static_cast<uint8_t>(wanted.bits);
  for (uint64_t i = 0; i < size.address(); ++i) {
    const uint64_t at = from.address() + (is_last ? size.address() - 1 - i : i);
    if (machine_.memory_.Find(at, 1) == nullptr) return Stop(Machine::kOutside);
    const Value found = machine_.memory_.Load(at, 1, false);
    if (!found.known) return State::kByModel;
    if (found.bits != byte) continue;
    SetResult(Value::Of(static_cast<int64_t>(at)));
    return State::kDone;
  }
  SetResult(Value::Of(0));
  return State::kDone;
}

// What else is in an object on the heap is mostly written anew with the text: less is then told
// apart. But pointers stay in one that is being set up.
LibraryCall::State LibraryCall::WriteUnknownText(Value address, std::optional<uint64_t> most) {
  if (!address.known) return WriteUnknown(address, std::nullopt);
  std::optional<uint64_t> room = RoomForText(address);
  if (room.has_value() && most.has_value()) room = std::min(*room, *most);
  const Memory::Object* object = machine_.memory_.Around(address.address());
  if (object == nullptr || object->kind != ObjectKind::kHeap) return WriteUnknown(address, room);
  if (object->is_shared || !room.has_value()) return WriteUnknown(address, std::nullopt);
  const State state = WriteUnknown(address, room);
  if (state != State::kDone) return state;
  const uint64_t start = Memory::BaseOf(address.address());
  const uint64_t end = machine_.memory_.Find(start, 1)->size;
  const uint64_t rest = Memory::OffsetOf(address.address()) + *room;
  if (rest < end) NoteWritten(start + rest, end - rest);
  for (uint64_t at = rest; at < end;) {
    const uint64_t word = at / kPointerSize * kPointerSize;
    const uint64_t next = std::min(word + kPointerSize, end);
    uint32_t known = 0;
    const auto value = Value::Of(
        static_cast<int64_t>(Memory::WordAt(*machine_.memory_.Find(start, 1), word, &known)));
    if (known != 0xff || machine_.IsNumber(value)) {
      machine_.memory_.Fill(start + at, next - at, Value::Unknown());
    }
    at = next;
  }
  return State::kDone;
}

}  // namespace plait::witness
