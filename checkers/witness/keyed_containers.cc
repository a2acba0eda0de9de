// Searches: which elements there are in maps and sets. An element is found by its number in the
// block of its container, and keeps it; one that is looked for in vain has the number -1, which is
// where the container ends.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checkers/witness/arithmetic.h"
#include "checkers/witness/container_call.h"

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;
constexpr uint64_t kMostElements = 4096;

// Of a number whose width is told, negative if it is signed.
uint32_t WidthOf(Value width) {
  return static_cast<uint32_t>(width.bits < 0 ? -width.bits : width.bits);
}

}  // namespace

// Whether it is in a record that a function has returned, which nobody uses once it was copied.
bool ContainerCall::IsReturned(uint64_t address) const {
  const std::vector<uint64_t>& owned = call_.thread().owned;
  return std::any_of(owned.begin(), owned.end(), [&](uint64_t record) {
    return Memory::NumberOf(record) == Memory::NumberOf(address);
  });
}

// Two containers that share a block are one that was copied without its elements: then nothing is
// known of either. One that has moved takes its elements along.
Containers::Keyed* ContainerCall::KeyedAt(Value container) {
  const Value block = WordAt(container);
  if (!block.known) return nullptr;
  const auto found = containers().keyed.find(block.address());
  if (found == containers().keyed.end()) return nullptr;
  Containers::Keyed& keyed = found->second;
  if (keyed.owner == container.address()) return &keyed;
  const Value others = WordAt(Value::Of(static_cast<int64_t>(keyed.owner)));
  if (!IsReturned(keyed.owner) && memory().Find(keyed.owner, kWord) != nullptr && others.known &&
      others.bits == block.bits) {
    Forget(block.address());
    return nullptr;
  }
  keyed.owner = container.address();
  return &keyed;
}

std::optional<ContainerCall::Key> ContainerCall::KeyOf(int first) const {
  const Value kind = Argument(first), a = Argument(first + 1), b = Argument(first + 2);
  if (!kind.known) return std::nullopt;
  Key key;
  switch (static_cast<PieceKind>(kind.bits)) {
    case PieceKind::kNumber:
    case PieceKind::kNumberAt: {
      const auto width = WidthOf(b);
      key.is_signed = b.bits < 0;
      Value number = a;
      if (static_cast<PieceKind>(kind.bits) == PieceKind::kNumberAt) {
        if (!a.known || memory().Find(a.address(), width) == nullptr) return std::nullopt;
        number = memory().Load(a.address(), width, key.is_signed);
      }
      if (!number.known) return std::nullopt;
      key.number = Wrap(number.bits, width, key.is_signed);
      return key;
    }
    default:
      break;
  }
  std::optional<std::string> text = KnownPiece(first);
  if (!text.has_value()) return std::nullopt;
  key.is_text = true;
  key.text = *std::move(text);
  return key;
}

std::optional<ContainerCall::Key> ContainerCall::KeyInside(uint64_t address, const Key& like,
                                                           Value width) const {
  Key key;
  const auto at = Value::Of(static_cast<int64_t>(address));
  key.is_text = like.is_text;
  if (key.is_text) {
    const std::optional<uint64_t> size = SizeOfText(at);
    const auto characters = size.has_value() ? CharactersAt(WordAt(at), *size) : std::nullopt;
    if (!characters.has_value()) return std::nullopt;
    for (const int16_t character : *characters) {
      if (character == kUnknownCharacter) return std::nullopt;
      key.text += static_cast<char>(character);
    }
    return key;
  }
  const auto bytes = WidthOf(width);
  if (memory().Find(address, bytes) == nullptr) return std::nullopt;
  const Value number = memory().Load(address, bytes, width.bits < 0);
  if (!number.known) return std::nullopt;
  key.number = number.bits;
  key.is_signed = width.bits < 0;
  return key;
}

// Arguments: the container, the size of an element, the width of a key, flags and a key.
std::optional<ContainerCall::Found> ContainerCall::Look(const Containers::Keyed& keyed,
                                                        Value container, Value flags) {
  const Value block = WordAt(container), stride = Argument(1), width = Argument(2);
  std::optional<Key> key = KeyOf(4);
  if (!key.has_value()) return std::nullopt;
  if (!key->is_text) key->number = Wrap(key->number, WidthOf(width), width.bits < 0);
  const auto order_of = [&](const Key& a, const Key& b) {
    if (a.is_text) return a.text.compare(b.text);
    if (a.is_signed) return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
    const auto x = static_cast<uint64_t>(a.number), y = static_cast<uint64_t>(b.number);
    return x < y ? -1 : x > y ? 1 : 0;
  };
  machine_.has_overlooked_ = true;
  Found found;
  found.place = keyed.order.size();
  for (size_t i = 0; i < keyed.order.size(); ++i) {
    const auto inside = KeyInside(block.address() + keyed.order[i] * stride.address(), *key, width);
    if (!inside.has_value()) return std::nullopt;
    ++machine_.steps_;
    int order = order_of(*inside, *key);
    if ((flags.bits & kGreater) != 0) order = -order;
    const bool is_unordered = (flags.bits & kUnordered) != 0;
    const bool is_behind = !is_unordered && order > 0;
    const bool is_sought = order == 0 && (flags.bits & kUpper) == 0;
    if (!is_behind && !is_sought) continue;
    found.place = i;
    found.is_there = order == 0;
    break;
  }
  return found;
}

Value ContainerCall::NewKeyed() {
  const Value block = WordAt(Argument(0));
  if (block.known) {
    containers().keyed[block.address()] = {.owner = Argument(0).address()};
  }
  return Value::Unknown();
}

Value ContainerCall::Find() {
  const Value container = Argument(0), flags = Argument(3);
  Containers::Keyed* keyed = KeyedAt(container);
  if (keyed == nullptr) return Value::Unknown();
  const std::optional<Found> found = Look(*keyed, container, flags);
  if (!found.has_value()) return Value::Unknown();
  const bool is_bound = (flags.bits & (kLower | kUpper)) != 0;
  const bool is_any = found->place < keyed->order.size() && (found->is_there || is_bound);
  return Value::Of(is_any ? int64_t{keyed->order[found->place]} : -1);
}

Value ContainerCall::At() {
  const Value found = Find();
  return found.known && found.bits < 0 ? Throw() : found;
}

// As find, and makes a new element if there is none, or there may be many. Its bytes are 0 if an
// eighth argument says so. A key that is a number is put there.
Value ContainerCall::Put() {
  const Value container = Argument(0), stride = Argument(1), width = Argument(2);
  const Value flags = Argument(3), is_zero = Argument(7);
  Containers::Keyed* keyed = KeyedAt(container);
  if (keyed == nullptr) return Lose();
  const bool has_many = (flags.bits & kMany) != 0;
  const bool is_unordered = (flags.bits & kUnordered) != 0;
  const auto behind = Value::Of(flags.bits | (has_many && !is_unordered ? kUpper : 0));
  const std::optional<Found> found = Look(*keyed, container, behind);
  if (!found.has_value() || keyed->next >= kMostElements) return Lose();
  keyed->has_made = has_many || !found->is_there;
  if (!keyed->has_made) return Value::Of(keyed->order[found->place]);
  const uint64_t block = WordAt(container).address();
  const uint32_t number = keyed->next++;
  const uint64_t address = block + number * stride.address();
  memory().Reach(address, stride.address());
  if (memory().Find(address, stride.address()) == nullptr) return Lose();
  // Any order will do; new ones come first, as in a bucket of libstdc++.
  const size_t place = is_unordered && !found->is_there ? 0 : found->place;
  keyed->order.insert(keyed->order.begin() + static_cast<int64_t>(place), number);
  memory().Fill(address, stride.address(),
                is_zero.known && is_zero.bits != 0 ? Value::Of(0) : Value::Unknown());
  const std::optional<Key> key = KeyOf(4);
  if (key.has_value() && !key->is_text) {
    const auto bytes = WidthOf(width);
    memory().Store(address, bytes, Value::Of(key->number));
  }
  return Value::Of(number);
}

// The element that was put there last, if it is new: where there is an old one, nothing is to be
// written.
Value ContainerCall::WhereNew() {
  const Containers::Keyed* keyed = KeyedAt(Argument(0));
  if (keyed == nullptr) return Value::Unknown();
  return keyed->has_made ? Value::Of(keyed->next - 1) : Nowhere();
}

Value ContainerCall::HasMade() {
  const Containers::Keyed* keyed = KeyedAt(Argument(0));
  return keyed == nullptr ? Value::Unknown() : Value::Of(keyed->has_made);
}

// Else what was to be moved there may stay where it is.
Value ContainerCall::MustBeNew() {
  const Value is_new = Argument(0);
  if (!is_new.known || is_new.bits == 0) call_.Stop("element that may be there already");
  return Value::Unknown();
}

// Of all elements, or of those with a key.
Value ContainerCall::Count() {
  const Value container = Argument(0);
  Containers::Keyed* keyed = KeyedAt(container);
  if (keyed == nullptr) return Value::Unknown();
  if (!Argument(1).known) return Value::Of(static_cast<int64_t>(keyed->order.size()));
  const Value flags = Argument(3);
  const std::optional<Found> found = Look(*keyed, container, flags);
  if (!found.has_value() || (flags.bits & kMany) != 0) return Value::Unknown();
  return Value::Of(found->is_there);
}

Value ContainerCall::First() {
  const Containers::Keyed* keyed = KeyedAt(Argument(0));
  if (keyed == nullptr) return Value::Unknown();
  return Value::Of(keyed->order.empty() ? -1 : int64_t{keyed->order.front()});
}

// Of an element in the block of a keyed container, by its address: the container's elements, and
// its number.
std::optional<ContainerCall::Element> ContainerCall::ElementAt(Value address, Value stride) {
  if (!address.known || !stride.known || stride.bits <= 0) return std::nullopt;
  // The end lies before the block.
  const uint64_t block = Memory::BaseOf(address.address() + stride.address());
  const auto found = containers().keyed.find(block);
  if (found == containers().keyed.end()) return std::nullopt;
  const int64_t number = (address.bits - static_cast<int64_t>(block)) / stride.bits;
  return Element{block, &found->second, number};
}

// An iterator goes on by so many elements.
Value ContainerCall::Advance() {
  const Value iterator = Argument(0), stride = Argument(1), by = Argument(2);
  const std::optional<Element> element = ElementAt(WordAt(iterator), stride);
  const auto lose = [&] {
    if (iterator.known && memory().Find(iterator.address(), kWord) != nullptr) {
      memory().Fill(iterator.address(), kWord, Value::Unknown());
    }
    return Value::Unknown();
  };
  if (!element.has_value()) return lose();
  const std::vector<uint32_t>& order = element->of->order;
  const auto count = static_cast<int64_t>(order.size());
  int64_t place = count;
  if (element->number >= 0) {
    place = std::find(order.begin(), order.end(), static_cast<uint32_t>(element->number)) -
            order.begin();
    if (place == count) return lose();
  }
  place += by.bits;
  if (place < 0 || place > count) return lose();
  const int64_t next = place == count ? -1 : int64_t{order[static_cast<size_t>(place)]};
  SetWord(iterator,
          static_cast<uint64_t>(static_cast<int64_t>(element->block) + next * stride.bits));
  return Value::Unknown();
}

// The number of the element that an iterator points to.
Value ContainerCall::NumberAt() {
  const std::optional<Element> element = ElementAt(WordAt(Argument(0)), Argument(1));
  return element.has_value() ? Value::Of(element->number) : Value::Unknown();
}

// Ends the element with that number, if there is one: -1 is none. Returns the next one's.
Value ContainerCall::Take() {
  const Value container = Argument(0), number = Argument(1);
  Containers::Keyed* keyed = KeyedAt(container);
  if (keyed == nullptr || !number.known) return Lose();
  if (number.bits < 0) return Value::Of(-1);
  std::vector<uint32_t>& order = keyed->order;
  const auto found = std::find(order.begin(), order.end(), static_cast<uint32_t>(number.bits));
  if (found == order.end()) return Lose();
  const auto next = order.erase(found);
  return Value::Of(next == order.end() ? -1 : int64_t{*next});
}

// All elements of another one, which has none then.
Value ContainerCall::Move() {
  const Value to = Argument(0), from = Argument(1), block = WordAt(from);
  const uint64_t made = memory().AllocateGrowing(kNewBlock, machine_.OriginHere(call_.t_));
  const bool is_followed =
      block.known && made != 0 && KeyedAt(from) != nullptr && to.known && to.bits != from.bits;
  if (!is_followed) {
    if (block.known) Forget(block.address());
    return Lose();
  }
  Lose();
  SetWord(to, block.address());
  SetWord(from, made);
  containers().keyed[made] = {.owner = from.address()};
  KeyedAt(to);
  return Value::Unknown();
}

// The element that is copied next from one container to a new one, which keeps its number: where
// there is none, nothing is copied.
Value ContainerCall::CopyNext() {
  const Value to = Argument(0), block = WordAt(to);
  if (!block.known) return Value::Unknown();
  if (!containers().keyed.contains(block.address())) {
    const Containers::Keyed* source = KeyedAt(Argument(1));
    if (source == nullptr) return Value::Unknown();
    Containers::Keyed made = {.owner = to.address(), .order = source->order, .next = source->next};
    containers().keyed[block.address()] = std::move(made);
  }
  Containers::Keyed* keyed = KeyedAt(to);
  if (keyed == nullptr) return Value::Unknown();
  if (keyed->copied == keyed->order.size()) return Nothing();
  return Value::Of(keyed->order[keyed->copied++]);
}

Value ContainerCall::HasMore() {
  const Containers::Keyed* keyed = KeyedAt(Argument(0));
  return Value::Of(keyed != nullptr && keyed->copied < keyed->order.size());
}

Value ContainerCall::Clear() {
  Containers::Keyed* keyed = KeyedAt(Argument(0));
  if (keyed == nullptr) return Lose();
  keyed->order.clear();
  return Value::Unknown();
}

}  // namespace plait::witness
