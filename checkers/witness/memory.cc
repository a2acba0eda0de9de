#include "checkers/witness/memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;

}  // namespace

thread_local uint64_t Block::in_use_ = 0;

Block::Block(uint64_t size)
    : size_(size), many_(size > kFew ? static_cast<uint8_t*>(std::calloc(size, 1)) : nullptr) {
  if (many_ != nullptr) in_use_ += size_;
}

Block::Block(const Block& other) : size_(other.size_) {
  if (size_ > kFew) {
    many_ = static_cast<uint8_t*>(std::malloc(size_));
    in_use_ += size_;
  }
  std::memcpy(bytes(), other.bytes(), size_);
}

Block::Block(Block&& other) noexcept : size_(other.size_), many_(other.many_) {
  if (size_ <= kFew) std::memcpy(few_, other.few_, kFew);
  other.size_ = 0;
  other.many_ = nullptr;
}

Block& Block::operator=(Block other) noexcept {
  std::swap(size_, other.size_);
  std::swap(many_, other.many_);
  std::swap(few_, other.few_);
  return *this;
}

Block::~Block() {
  if (many_ != nullptr) in_use_ -= size_;
  std::free(many_);
}

Memory::Memory() { objects_.emplace_back().Own().is_alive = false; }

Memory::Object& Memory::OwnAt(uint64_t address) {
  Shared<Object>& object = objects_[NumberOf(address)];
  if (object.is_shared()) copied_ += object->size;
  return object.Own();
}

uint64_t Memory::Allocate(uint64_t size, ObjectKind kind, Contents contents, Origin origin) {
  if (size > kMaxObjectSize || total_ + size > kMaxBytes) return 0;
  Object object;
  object.block = Block(2 * size);
  if (!object.block.has_bytes()) return 0;
  total_ += size;
  live_ += size;
  copied_ += size;
  object.size = size;
  object.kind = kind;
  object.contents = contents;
  object.is_shared = kind == ObjectKind::kGlobal;
  object.origin = origin;
  objects_.emplace_back(std::move(object));
  return (kFirst + objects_.size() - 1) << kAddressShift;
}

uint64_t Memory::AllocateUnsized(ObjectKind kind, Origin origin) {
  const uint64_t address = Allocate(0, kind, Contents::kUnknown, origin);
  if (address != 0) objects_.back().Own().is_unsized = true;
  return address;
}

uint64_t Memory::AllocateGrowing(uint64_t size, Origin origin) {
  const uint64_t address = Allocate(size, ObjectKind::kHeap, Contents::kUnknown, origin);
  if (address != 0) objects_.back().Own().grows = true;
  return address;
}

void Memory::Reach(uint64_t address, uint64_t width) {
  constexpr uint64_t kMostGrown = uint64_t{256} << 10;
  const uint64_t number = NumberOf(address);
  if (number >= objects_.size()) return;
  const Object& object = *objects_[number];
  const uint64_t end = OffsetOf(address) + width;
  if (!object.grows || !object.is_alive || end <= object.size || end > kMostGrown) return;
  const uint64_t size = std::max(end, 2 * object.size);
  Block block(2 * size);
  if (total_ + size > kMaxBytes || !block.has_bytes()) return;
  std::memcpy(block.bytes(), object.bytes(), object.size);
  std::memcpy(block.bytes() + size, object.changed(), object.size);
  total_ += size - object.size;
  live_ += size - object.size;
  Object& grown = objects_[number].Own();
  grown.block = std::move(block);
  grown.size = size;
}

void Memory::NoteElement(uint64_t number, uint32_t size) {
  if (objects_[number]->element != size) objects_[number].Own().element = size;
}

void Memory::MoveToFront(uint64_t number, uint64_t count) {
  const uint64_t size = objects_[number]->size, start = AddressOf(number);
  const uint64_t rest = size - std::min(size, count);
  Copy(start, start + count, rest);
  Fill(start + rest, size - rest, Value::Unknown());
}

// What was in it is nothing to anybody.
void Memory::Free(uint64_t address) {
  Object& object = OwnAt(address);
  live_ -= object.size;
  object.block = Block();
  object.is_alive = false;
  if (object.chain.has_value()) --chains_;
  object.end = objects_.size();
}

bool Memory::MayShareAddress(uint64_t number, uint64_t other) const {
  const uint64_t early = std::min(number, other), late = std::max(number, other);
  const auto lasts = [&](uint64_t n) {
    return objects_[n]->kind == ObjectKind::kGlobal || objects_[n]->kind == ObjectKind::kString;
  };
  return early != late && !objects_[early]->is_alive && objects_[early]->end <= late &&
         !lasts(early) && !lasts(late);
}

uint64_t Memory::Renew(uint64_t address) {
  Object& old = OwnAt(address);
  Block block = std::exchange(old.block, Block());
  Object made = old;
  made.block = std::move(block);
  old.is_alive = false;
  old.end = objects_.size();
  objects_.emplace_back(std::move(made));
  return AddressOf(objects_.size() - 1);
}

const Memory::Object* Memory::Around(uint64_t address) const {
  const uint64_t number = NumberOf(address);
  if (number >= objects_.size()) return nullptr;
  const Object& object = *objects_[number];
  return object.is_alive && OffsetOf(address) <= object.size ? &object : nullptr;
}

const Memory::Object* Memory::Find(uint64_t address, uint64_t width) const {
  const Object* object = Around(address);
  if (object == nullptr || width > object->size - OffsetOf(address)) return nullptr;
  return object;
}

void Memory::Share(uint64_t address) {
  const uint64_t number = NumberOf(address);
  if (number < objects_.size() && !objects_[number]->is_shared) {
    objects_[number].Own().is_shared = true;
  }
}

uint64_t Memory::Encode(Value vague) {
  constexpr uint64_t kMostStride = uint64_t{1} << kStrideShift;
  const bool has_stride = vague.stride < kMostStride;
  const uint64_t stride = has_stride ? vague.stride : 0;
  const uint64_t behind = has_stride ? OffsetOf(vague.address()) : 0;
  return BaseOf(vague.address()) | kVague | stride << kStrideShift | behind |
         (vague.side == Value::Side::kInsideOrNull ? kVagueOrNull : 0);
}

Value Memory::Decode(uint64_t word) {
  const uint64_t behind = word & ((uint64_t{1} << kStrideShift) - 1);
  Value value = {static_cast<int64_t>(BaseOf(word) + behind), false,
                 (word & kVagueOrNull) != 0 ? Value::Side::kInsideOrNull : Value::Side::kInside};
  value.stride = (word & (kVagueOrNull - 1)) >> kStrideShift;
  return value;
}

uint8_t Memory::SideByte(Value::Side side, uint32_t width, bool is_signed) {
  // Of what is 0 or above there is much, and it mostly is data: it would make states.
  if (side != Value::Side::kBelow && side != Value::Side::kAbove) return 0;
  return kSided | (width - 1) << kWidthShift | (is_signed ? 1 << kSignShift : 0) |
         static_cast<uint8_t>(side);
}

Value Memory::LoadSide(const Object& object, uint64_t offset, uint32_t width, bool is_signed) {
  const uint8_t* const bytes = object.bytes() + offset;
  for (const auto side : {Value::Side::kBelow, Value::Side::kAbove}) {
    const bool is_side =
        bytes[0] != 0 && bytes[0] == SideByte(side, width, is_signed) &&
        std::all_of(bytes + 1, bytes + width, [](uint8_t byte) { return byte == kSidedOn; });
    if (is_side) return {.side = side};
  }
  return Value::Unknown();
}

Value Memory::Load(uint64_t address, uint32_t width, bool is_signed) const {
  const Object& object = At(address);
  const uint64_t offset = OffsetOf(address);
  uint32_t unknown = 0;
  for (uint32_t i = 0; i < width; ++i) unknown += !IsKnown(object, offset + i);
  if (unknown == width) return LoadSide(object, offset, width, is_signed);
  if (unknown > 0) return Value::Unknown();
  uint64_t bits = 0;
  for (uint32_t i = 0; i < width; ++i) bits |= uint64_t{object.bytes()[offset + i]} << (8 * i);
  if (has_chains() && IsChain(NumberOf(bits))) has_read_chain_ = true;
  if (width == kWord && IsVague(bits)) return Decode(bits);
  const uint32_t unused = 64 - 8 * width;
  if (is_signed) return Value::Of(static_cast<int64_t>(bits << unused) >> unused);
  return Value::Of(static_cast<int64_t>(bits));
}

uint64_t Memory::WordAt(const Object& object, uint64_t offset, uint32_t* known) {
  uint64_t word = 0;
  if (offset + sizeof word <= object.size) {
    constexpr uint64_t kAllChanged = 0x0101010101010101;
    uint64_t changed = 0;
    std::memcpy(&changed, object.changed() + offset, sizeof changed);
    if (changed == (object.contents == Contents::kUnknown ? kAllChanged : 0)) {
      std::memcpy(&word, object.bytes() + offset, sizeof word);
      *known = 0xff;
      return word;
    }
  }
  *known = 0;
  for (uint32_t i = 0; i < 8 && offset + i < object.size; ++i) {
    word |= uint64_t{object.bytes()[offset + i]} << (8 * i);
    if (IsKnown(object, offset + i)) *known |= 1U << i;
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

void Memory::SetKnown(Object* object, uint64_t offset, uint64_t size, bool known) {
  std::memset(object->changed() + offset, known == (object->contents == Contents::kUnknown), size);
  if (!known) std::memset(object->bytes() + offset, 0, size);
}

void Memory::Store(uint64_t address, uint32_t width, Value value, bool is_signed) {
  Object& object = OwnAt(address);
  const uint64_t offset = OffsetOf(address);
  const bool is_vague = value.PointsInside() && width == kWord && offset % kWord == 0;
  const uint64_t bits = is_vague ? Encode(value) : value.address();
  for (uint32_t i = 0; i < width; ++i) object.bytes()[offset + i] = bits >> (8 * i);
  SetKnown(&object, offset, width, value.known || is_vague);
  if (value.known || is_vague) return;
  const uint8_t side = SideByte(value.side, width, is_signed);
  if (side == 0) return;
  std::memset(object.bytes() + offset, kSidedOn, width);
  object.bytes()[offset] = side;
}

void Memory::Copy(uint64_t to, uint64_t from, uint64_t size) {
  if (FindChain(from, size).has_value()) has_read_chain_ = true;
  Object& target = OwnAt(to);
  const Object& source = At(from);
  uint8_t* const known_to = target.changed() + OffsetOf(to);
  std::memmove(target.bytes() + OffsetOf(to), source.bytes() + OffsetOf(from), size);
  std::memmove(known_to, source.changed() + OffsetOf(from), size);
  if (target.contents == source.contents) return;
  for (uint64_t i = 0; i < size; ++i) known_to[i] ^= 1;
}

void Memory::Fill(uint64_t address, uint64_t size, Value byte) {
  Object& object = OwnAt(address);
  const uint64_t offset = OffsetOf(address);
  std::memset(object.bytes() + offset, static_cast<uint8_t>(byte.bits), size);
  SetKnown(&object, offset, size, byte.known);
}

void Memory::SetAddress(uint64_t word, uint64_t address) {
  Store(word, kWord, Value::Of(static_cast<int64_t>(address)));
}

void Memory::ForgetDifferences(Object* first, const Object& second, const Chain& links) {
  for (uint64_t word = 0; word < first->size; word += kWord) {
    if (links.IsLink(word)) continue;
    uint32_t known = 0;
    const auto value = Value::Of(static_cast<int64_t>(WordAt(*first, word, &known)));
    if (known == 0xff && IsAddress(value)) continue;
    for (uint64_t i = word; i < std::min(word + kWord, first->size); ++i) {
      const bool is_same =
          IsKnown(*first, i) && IsKnown(second, i) && first->bytes()[i] == second.bytes()[i];
      if (!is_same) SetKnown(first, i, 1, false);
    }
  }
}

void Memory::JoinOwn(uint64_t a, uint64_t b) {
  constexpr uint32_t kNoLink = 0xffffffff;
  Object& first = objects_[a].Own();
  ForgetDifferences(&first, *objects_[b], {.next = kNoLink});
  first.is_of_each = true;
  Free(AddressOf(b));
}

void Memory::Join(uint64_t a, uint64_t b, const Chain& links) {
  Object& first = objects_[a].Own();
  ForgetDifferences(&first, *objects_[b], links);
  if (!first.chain.has_value()) ++chains_;
  first.chain = links;
  Copy(AddressOf(a) + links.next, AddressOf(b) + links.next, kWord);
  if (links.is_two_way) SetAddress(links.last, AddressOf(a) + links.exit);
  // Pointers to the ends of other lists move with the rest.
  for (Shared<Object>& object : objects_) {
    if (!object->is_alive || !object->chain.has_value() || NumberOf(object->chain->last) != b) {
      continue;
    }
    std::optional<Chain>& chain = object.Own().chain;
    chain->last = AddressOf(a) + OffsetOf(chain->last);
  }
  Free(AddressOf(b));
  has_read_chain_ = false;  // what follows b may be one
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

uint64_t Memory::Clone(uint64_t number) {
  const uint64_t size = objects_[number]->size;
  if (total_ + size > kMaxBytes) return 0;
  total_ += size;
  live_ += size;
  copied_ += size;
  objects_.push_back(objects_[number]);
  objects_.back().Own().part_of = 0;
  if (objects_.back()->chain.has_value()) ++chains_;
  return objects_.size() - 1;
}

// What the element that is taken off has for itself, and what that leads to.
bool Memory::SplitOwn(uint64_t old, uint64_t made,
                      std::vector<std::pair<uint64_t, uint64_t>>* copies) {
  for (uint64_t offset = 0; offset + kWord <= objects_[made]->size; offset += kWord) {
    uint32_t known = 0;
    const auto word = Value::Of(static_cast<int64_t>(WordAt(*objects_[made], offset, &known)));
    if (known != 0xff || !IsAddress(word)) continue;
    const uint64_t own = NumberOf(word.address());
    if (!objects_[own]->is_of_each) continue;
    const uint64_t clone = Clone(own);
    if (clone == 0) return false;
    copies->emplace_back(own, clone);
    objects_[clone].Own().part_of = own;
    SetAddress(AddressOf(made) + offset, AddressOf(clone) + OffsetOf(word.address()));
    for (const auto& [number, holder] : {std::pair(own, old), std::pair(clone, made)}) {
      objects_[number].Own().is_of_each =
          objects_[holder]->chain.has_value() || objects_[holder]->is_of_each;
    }
    if (!SplitOwn(own, clone, copies)) return false;
  }
  return true;
}

std::vector<std::pair<uint64_t, uint64_t>> Memory::Split(uint64_t word, bool is_longer) {
  const uint64_t old = ChainAt(word);
  const Chain links = *objects_[old]->chain;
  if (total_ + objects_[old]->size > kMaxBytes) return {};
  total_ += objects_[old]->size;
  live_ += objects_[old]->size;
  copied_ += objects_[old]->size;
  const uint64_t made = objects_.size();
  objects_.push_back(objects_[old]);
  Object& whole = objects_[old].Own();
  Object& taken = objects_[made].Own();
  taken.part_of = old;
  const bool takes_last = links.is_two_way && word == links.last;
  // What is left of it.
  std::optional<Chain>& rest = takes_last ? whole.chain : taken.chain;
  if (takes_last) rest->last = AddressOf(made) + links.previous;
  (takes_last ? taken : whole).chain.reset();
  if (!is_longer) {
    rest.reset();
    --chains_;
  }
  SetAddress(AddressOf(old) + links.next, AddressOf(made) + links.entry);
  if (links.is_two_way) {
    SetAddress(AddressOf(made) + links.previous, AddressOf(old) + links.exit);
    SetAddress(links.last, AddressOf(made) + links.exit);
  }
  std::vector<std::pair<uint64_t, uint64_t>> copies = {{old, made}};
  if (!SplitOwn(old, made, &copies)) return {};
  return copies;
}

}  // namespace plait::witness
