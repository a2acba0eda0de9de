#include "checkers/witness/memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;

}  // namespace

void Memory::FreeDeleter::operator()(uint8_t* bytes) const { std::free(bytes); }

Memory::Memory() { objects_.emplace_back().is_alive = false; }

Memory::Memory(const Memory& other)
    : objects_(other.objects_), total_(other.total_), chains_(other.chains_) {
  constexpr uint64_t kRoom = 1024;
  uint64_t size = kRoom;
  for (const Object& object : objects_) size += object.is_alive ? 2 * object.size : 0;
  auto* bytes = static_cast<uint8_t*>(std::malloc(size));
  chunks_.emplace_back(bytes);
  for (Object& object : objects_) {
    const uint8_t* const from = object.bytes;
    object.bytes = object.changed = nullptr;
    if (!object.is_alive) continue;
    std::memcpy(bytes, from, 2 * object.size);
    object.bytes = bytes;
    object.changed = bytes + object.size;
    bytes += 2 * object.size;
  }
  std::memset(bytes, 0, kRoom);
  free_ = bytes;
  free_bytes_ = kRoom;
}

Memory::~Memory() = default;

uint8_t* Memory::Zeroed(uint64_t size) {
  if (size > kLarge) {
    auto* bytes = static_cast<uint8_t*>(std::calloc(size, 1));
    if (bytes != nullptr) chunks_.emplace_back(bytes);
    return bytes;
  }
  if (size >= free_bytes_) {
    auto* bytes = static_cast<uint8_t*>(std::calloc(kChunk, 1));
    if (bytes == nullptr) return nullptr;
    chunks_.emplace_back(bytes);
    free_ = bytes;
    free_bytes_ = kChunk;
  }
  uint8_t* result = free_;
  free_ += size;
  free_bytes_ -= size;
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
  return (kFirst + objects_.size() - 1) << kAddressShift;
}

uint64_t Memory::AllocateUnsized(ObjectKind kind, Origin origin) {
  const uint64_t address = Allocate(0, kind, Contents::kUnknown, origin);
  if (address != 0) objects_.back().is_unsized = true;
  return address;
}

uint64_t Memory::AllocateGrowing(uint64_t size, Origin origin) {
  const uint64_t address = Allocate(size, ObjectKind::kHeap, Contents::kUnknown, origin);
  if (address != 0) objects_.back().grows = true;
  return address;
}

void Memory::Reach(uint64_t address, uint64_t width) {
  constexpr uint64_t kMostGrown = uint64_t{64} << 10;
  const uint64_t number = NumberOf(address);
  if (number >= objects_.size() || !objects_[number].grows) return;
  Object& object = objects_[number];
  const uint64_t end = OffsetOf(address) + width;
  if (!object.is_alive || end <= object.size || end > kMostGrown) return;
  const uint64_t size = std::max(end, 2 * object.size);
  uint8_t* bytes = total_ + size > kMaxBytes ? nullptr : Zeroed(2 * size);
  if (bytes == nullptr) return;
  std::memcpy(bytes, object.bytes, object.size);
  std::memcpy(bytes + size, object.changed, object.size);
  total_ += size - object.size;
  object.bytes = bytes;
  object.changed = bytes + size;
  object.size = size;
}

void Memory::Free(uint64_t address) {
  Object& object = objects_[NumberOf(address)];
  object.is_alive = false;
  if (object.chain.has_value()) --chains_;
  object.end = objects_.size();
}

bool Memory::MayShareAddress(uint64_t number, uint64_t other) const {
  const uint64_t early = std::min(number, other), late = std::max(number, other);
  const auto lasts = [&](uint64_t n) {
    return objects_[n].kind == ObjectKind::kGlobal || objects_[n].kind == ObjectKind::kString;
  };
  return early != late && !objects_[early].is_alive && objects_[early].end <= late &&
         !lasts(early) && !lasts(late);
}

const Memory::Object* Memory::Around(uint64_t address) const {
  const uint64_t number = NumberOf(address);
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
  const uint64_t number = NumberOf(address);
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
  if (has_chains() && IsChain(NumberOf(bits))) has_read_chain_ = true;
  const uint32_t unused = 64 - 8 * width;
  if (is_signed) return Value::Of(static_cast<int64_t>(bits << unused) >> unused);
  return Value::Of(static_cast<int64_t>(bits));
}

uint64_t Memory::WordAt(const Object& object, uint64_t offset, uint32_t* known) {
  uint64_t word = 0;
  if (offset + sizeof word <= object.size) {
    constexpr uint64_t kAllChanged = 0x0101010101010101;
    uint64_t changed = 0;
    std::memcpy(&changed, object.changed + offset, sizeof changed);
    if (changed == (object.contents == Contents::kUnknown ? kAllChanged : 0)) {
      std::memcpy(&word, object.bytes + offset, sizeof word);
      *known = 0xff;
      return word;
    }
  }
  *known = 0;
  for (uint32_t i = 0; i < 8 && offset + i < object.size; ++i) {
    if (!IsKnown(object, offset + i)) continue;
    word |= uint64_t{object.bytes[offset + i]} << (8 * i);
    *known |= 1U << i;
  }
  return word;
}

bool Memory::IsPartOfAddress(uint64_t address, uint32_t width) const {
  const Object& object = At(address);
  const uint64_t end = OffsetOf(address) + width;
  for (uint64_t at = OffsetOf(address) / kWord * kWord; at < end; at += kWord) {
    uint32_t known = 0;
    const uint64_t word = WordAt(object, at, &known);
    if (known == 0xff && IsAddress(Value::Of(static_cast<int64_t>(word)))) return true;
  }
  return false;
}

uint64_t Memory::bytes() const {
  uint64_t result = 0;
  for (const Object& object : objects_) result += object.is_alive ? object.size : 0;
  return result;
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
  if (FindChain(from, size).has_value()) has_read_chain_ = true;
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

void Memory::SetAddress(uint64_t word, uint64_t address) {
  Store(word, kWord, Value::Of(static_cast<int64_t>(address)));
}

void Memory::Join(uint64_t a, uint64_t b, const Chain& links) {
  const Object &first = objects_[a], &second = objects_[b];
  for (uint64_t i = 0; i < first.size; ++i) {
    if (links.IsLink(i / kWord * kWord)) continue;
    const bool is_same =
        IsKnown(first, i) && IsKnown(second, i) && first.bytes[i] == second.bytes[i];
    if (!is_same) SetKnown(first, i, 1, false);
  }
  Copy(AddressOf(a) + links.next, AddressOf(b) + links.next, kWord);
  if (links.is_two_way) SetAddress(links.last, AddressOf(a) + links.exit);
  if (!objects_[a].chain.has_value()) ++chains_;
  objects_[a].chain = links;
  // Pointers to the ends of other lists move with the rest.
  for (Object& object : objects_) {
    if (object.chain.has_value() && NumberOf(object.chain->last) == b) {
      object.chain->last = AddressOf(a) + OffsetOf(object.chain->last);
    }
  }
  Free(AddressOf(b));
}

std::optional<uint64_t> Memory::FindChain(uint64_t address, uint64_t width) const {
  const Object* object = has_chains() ? Find(address, width) : nullptr;
  if (object == nullptr) return std::nullopt;
  const uint64_t end = OffsetOf(address) + width;
  for (uint64_t at = OffsetOf(address) / kWord * kWord; at + kWord <= object->size && at < end;
       at += kWord) {
    uint32_t known = 0;
    const uint64_t word = WordAt(*object, at, &known);
    if (known == 0xff && IsChain(NumberOf(word))) return BaseOf(address) + at;
  }
  return std::nullopt;
}

uint64_t Memory::ChainAt(uint64_t word) const {
  uint32_t known = 0;
  return NumberOf(WordAt(At(word), OffsetOf(word), &known));
}

uint64_t Memory::Split(uint64_t word, bool is_longer) {
  const uint64_t old = ChainAt(word);
  const Object whole = objects_[old];
  const Chain links = *whole.chain;
  const uint64_t address = Allocate(whole.size, whole.kind, whole.contents, whole.origin);
  if (address == 0) return 0;
  const uint64_t made = NumberOf(address);
  objects_[made].is_shared = whole.is_shared;
  objects_[made].part_of = old;
  std::memcpy(objects_[made].bytes, whole.bytes, 2 * whole.size);
  const bool takes_last = links.is_two_way && word == links.last;
  SetAddress(AddressOf(old) + links.next, address + links.entry);
  if (links.is_two_way) {
    SetAddress(address + links.previous, AddressOf(old) + links.exit);
    SetAddress(links.last, address + links.exit);
  }
  // What is left of it.
  std::optional<Chain>& rest = objects_[takes_last ? old : made].chain;
  rest = links;
  if (takes_last) rest->last = address + links.previous;
  objects_[takes_last ? made : old].chain.reset();
  if (!is_longer) {
    rest.reset();
    --chains_;
  }
  return made;
}

}  // namespace plait::witness
