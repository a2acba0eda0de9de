#include "checkers/witness/memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace plait::witness {

void Memory::FreeDeleter::operator()(uint8_t* bytes) const { std::free(bytes); }

Memory::Memory() { objects_.emplace_back().is_alive = false; }

Memory::~Memory() = default;

uint8_t* Memory::Zeroed(uint64_t size) {
  if (size > kLarge) {
    auto* bytes = static_cast<uint8_t*>(std::calloc(size, 1));
    if (bytes != nullptr) {
      chunks_.emplace_back(bytes);
      // Keep filling the chunk of small objects, which is the last one.
      if (chunks_.size() > 1 && used_in_chunk_ < kChunk) {
        std::swap(chunks_[chunks_.size() - 1], chunks_[chunks_.size() - 2]);
      }
    }
    return bytes;
  }
  if (used_in_chunk_ + size > kChunk) {
    auto* bytes = static_cast<uint8_t*>(std::calloc(kChunk, 1));
    if (bytes == nullptr) return nullptr;
    chunks_.emplace_back(bytes);
    used_in_chunk_ = 0;
  }
  uint8_t* result = chunks_.back().get() + used_in_chunk_;
  used_in_chunk_ += size;
  return result;
}

uint64_t Memory::Allocate(uint64_t size, ObjectKind kind, Contents contents, Origin origin) {
  if (size > kMaxObjectSize || total_ + size > kMaxBytes) return 0;
  uint8_t* bytes = Zeroed(2 * size);
  if (bytes == nullptr) return 0;
  total_ += size;
  Object object;
  object.bytes = bytes;
  object.changed = bytes + size;
  object.size = size;
  object.kind = kind;
  object.contents = contents;
  object.is_shared = kind == ObjectKind::kGlobal;
  object.origin = origin;
  objects_.push_back(object);
  return (objects_.size() - 1) << kAddressShift;
}

void Memory::Free(uint64_t address) { objects_[address >> kAddressShift].is_alive = false; }

const Memory::Object* Memory::Around(uint64_t address) const {
  const uint64_t number = address >> kAddressShift;
  if (number >= objects_.size()) return nullptr;
  const Object& object = objects_[number];
  return object.is_alive && OffsetOf(address) <= object.size ? &object : nullptr;
}

const Memory::Object* Memory::Find(uint64_t address, uint64_t width) const {
  const Object* object = Around(address);
  if (object == nullptr || width > object->size - OffsetOf(address)) return nullptr;
  return object;
}

void Memory::Share(uint64_t address) {
  const uint64_t number = address >> kAddressShift;
  if (number < objects_.size()) objects_[number].is_shared = true;
}

Value Memory::Load(uint64_t address, uint32_t width, bool is_signed) const {
  const Object& object = At(address);
  const uint64_t offset = OffsetOf(address);
  for (uint32_t i = 0; i < width; ++i) {
    if (!IsKnown(object, offset + i)) return Value::Unknown();
  }
  uint64_t bits = 0;
  for (uint32_t i = 0; i < width; ++i) bits |= uint64_t{object.bytes[offset + i]} << (8 * i);
  const uint32_t unused = 64 - 8 * width;
  if (is_signed) return Value::Of(static_cast<int64_t>(bits << unused) >> unused);
  return Value::Of(static_cast<int64_t>(bits));
}

void Memory::SetKnown(const Object& object, uint64_t offset, uint64_t size, bool known) {
  std::memset(object.changed + offset, known == (object.contents == Contents::kUnknown), size);
}

void Memory::Store(uint64_t address, uint32_t width, Value value) {
  const Object& object = At(address);
  const uint64_t offset = OffsetOf(address);
  const auto bits = static_cast<uint64_t>(value.bits);
  for (uint32_t i = 0; i < width; ++i) object.bytes[offset + i] = bits >> (8 * i);
  SetKnown(object, offset, width, value.known);
}

void Memory::Copy(uint64_t to, uint64_t from, uint64_t size) {
  const Object &target = At(to), &source = At(from);
  uint8_t* const known_to = target.changed + OffsetOf(to);
  std::memmove(target.bytes + OffsetOf(to), source.bytes + OffsetOf(from), size);
  std::memmove(known_to, source.changed + OffsetOf(from), size);
  if (target.contents == source.contents) return;
  for (uint64_t i = 0; i < size; ++i) known_to[i] ^= 1;
}

void Memory::Fill(uint64_t address, uint64_t size, Value byte) {
  const Object& object = At(address);
  const uint64_t offset = OffsetOf(address);
  std::memset(object.bytes + offset, static_cast<uint8_t>(byte.bits), size);
  SetKnown(object, offset, size, byte.known);
}

}  // namespace plait::witness
