// Searches: strings and keyed containers, as far as what is in them is known. The frontend lowers
// what threads may notice of them, and calls these functions beside that. Each does all that the
// operation does, or makes what it was to know unknown. What they access themselves shows no race.
//
// A text that is changed moves to a new block, and the old one ends: where a string was copied
// without its text, the run stops instead of going on with a text that is another one's.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/strip.h"
#include "checkers/witness/arithmetic.h"
#include "checkers/witness/container_call.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;
constexpr uint64_t kMostText = uint64_t{1} << 15;
constexpr uint64_t kCharactersOfStep = 8;

}  // namespace

LibraryCall::State LibraryCall::InContainer() {
  if (!IsExploration()) ContainerCall(*this).Run();
  return State::kDone;
}

bool LibraryCall::HasKnownText(Value block) const {
  if (!block.known || IsExploration()) return false;
  const auto found = machine_.containers_.text_sizes.find(block.address());
  return found != machine_.containers_.text_sizes.end() &&
         machine_.memory_.Find(block.address(), found->second + 1) != nullptr;
}

void ContainerCall::Run() {
  using Function = Value (ContainerCall::*)();
  static const auto* const functions = new absl::flat_hash_map<std::string, Function>{
      {"nowhere", &ContainerCall::Nowhere},
      {"nothing", &ContainerCall::Nothing},
      {"same", &ContainerCall::Same},
      {"within", &ContainerCall::Within},
      {"is_null", &ContainerCall::IsNull},
      {"place", &ContainerCall::Place},
      {"shift", &ContainerCall::Shift},
      {"index", &ContainerCall::Index},
      {"compared", &ContainerCall::Compared},
      {"lose", &ContainerCall::Lose},
      {"draw", &ContainerCall::Draw},
      {"bounds", &ContainerCall::KeepBounds},
      {"draw_between", &ContainerCall::DrawBetween},
      {"hash", &ContainerCall::Hash},
      {"new_sequence", &ContainerCall::NewSequence},
      {"new_text", &ContainerCall::NewText},
      {"replace", &ContainerCall::Replace},
      {"resize", &ContainerCall::Resize},
      {"part", &ContainerCall::Part},
      {"number", &ContainerCall::Number},
      {"size", &ContainerCall::Size},
      {"last", &ContainerCall::Last},
      {"compare", &ContainerCall::Compare},
      {"find_text", &ContainerCall::FindText},
      {"new_keyed", &ContainerCall::NewKeyed},
      {"find", &ContainerCall::Find},
      {"at", &ContainerCall::At},
      {"put", &ContainerCall::Put},
      {"where_new", &ContainerCall::WhereNew},
      {"has_made", &ContainerCall::HasMade},
      {"must_be_new", &ContainerCall::MustBeNew},
      {"count", &ContainerCall::Count},
      {"first", &ContainerCall::First},
      {"advance", &ContainerCall::Advance},
      {"number_at", &ContainerCall::NumberAt},
      {"take", &ContainerCall::Take},
      {"clear", &ContainerCall::Clear},
      {"move", &ContainerCall::Move},
      {"copy_next", &ContainerCall::CopyNext},
      {"has_more", &ContainerCall::HasMore},
  };
  const absl::string_view name = absl::StripPrefix(call_.function_.library_name, kPrefix);
  const auto found = functions->find(std::string(name));
  if (found == functions->end()) return;
  call_.SetResult((this->*found->second)());
}

Value ContainerCall::WordAt(Value address) const {
  if (!address.known || memory().Find(address.address(), kWord) == nullptr) {
    return Value::Unknown();
  }
  return memory().Load(address.address(), kWord, false);
}

void ContainerCall::SetWord(Value address, uint64_t word) {
  if (memory().Find(address.address(), kWord) == nullptr) return;
  memory().Store(address.address(), kWord, Value::Of(static_cast<int64_t>(word)));
  memory().Share(word);
}

Value ContainerCall::Nowhere() { return Value::Of(static_cast<int64_t>(Machine::kNowhere)); }

Value ContainerCall::Nothing() { return Value::Of(static_cast<int64_t>(Machine::kNothing)); }

// Whether the words at two addresses are equal.
Value ContainerCall::Same() {
  const Value a = WordAt(Argument(0)), b = WordAt(Argument(1));
  return a.known && b.known ? Value::Of(a.bits == b.bits) : Value::Unknown();
}

// A number that an element of a string must have, or an exception is thrown.
Value ContainerCall::Within() {
  const std::optional<uint64_t> size = SizeOfText(Argument(0));
  const Value index = Argument(1);
  if (!size.has_value() || !index.known) return Value::Unknown();
  return index.address() < *size ? index : Throw();
}

Value ContainerCall::Throw() {
  call_.Stop("an exception of the library");
  return Value::Unknown();
}

Value ContainerCall::IsNull() {
  const Value word = WordAt(Argument(0));
  return word.known ? Value::Of(word.bits == 0) : Value::Unknown();
}

// Which number it is depends on how an engine was seeded. Small ones lead to more places.
Value ContainerCall::NumberBetween(int64_t low, int64_t high) {
  if (low > high) return Value::Unknown();
  constexpr uint64_t kSmall = 16, kMost = uint64_t{1} << 32;
  const uint64_t apart = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  const uint64_t below =
      std::min(std::min(apart, kMost) + 1, machine_.random_.OneIn(2) ? kSmall : kMost);
  const int64_t number = low + static_cast<int64_t>(machine_.random_.Below(below));
  machine_.Log(Event::Kind::kInput, call_.t_, number);
  return Value::Of(number);
}

Value ContainerCall::Draw() { return NumberBetween(Argument(0).bits, Argument(1).bits); }

Value ContainerCall::KeepBounds() {
  const Value block = WordAt(Argument(0)), low = Argument(1), high = Argument(2);
  if (block.known && low.known && high.known) {
    containers().bounds[block.address()] = {low.bits, high.bits};
  }
  return Value::Unknown();
}

Value ContainerCall::DrawBetween() {
  const Value block = WordAt(Argument(0));
  if (!block.known) return Value::Unknown();
  const auto found = containers().bounds.find(block.address());
  return found == containers().bounds.end()
             ? Value::Unknown()
             : NumberBetween(found->second.first, found->second.second);
}

// Any function of the text would do.
Value ContainerCall::Hash() {
  const std::optional<std::string> text = KnownPiece(0);
  if (!text.has_value()) return Value::Unknown();
  return Value::Of(static_cast<int64_t>(std::hash<std::string>()(*text)));
}

// Begins with room for elements in front, which its block would not grow by.
Value ContainerCall::NewSequence() {
  constexpr int64_t kTail = 8, kHead = 16, kRoom = 16384, kLeast = 4, kMost = 1024, kUsual = 64;
  const int64_t size = Argument(1).bits;
  const int64_t room = size <= 0 ? kUsual : std::clamp(kRoom / size, kLeast, kMost);
  for (const int64_t offset : {kTail, kHead}) {
    const uint64_t index = Argument(0).address() + offset;
    if (memory().Find(index, kWord) != nullptr) memory().Store(index, kWord, Value::Of(room));
  }
  return Value::Unknown();
}

// The number of the element of a vector that an iterator points to.
Value ContainerCall::Place() {
  const Value block = WordAt(Argument(0)), at = WordAt(Argument(1)), size = Argument(2);
  if (!block.known || !at.known || at.bits < block.bits) return Value::Unknown();
  return Value::Of((at.bits - block.bits) / size.bits);
}

// In a vector, from where an iterator points: the elements up to another one go out, or the one
// there if both are one; or room for another one comes in, for a value (its address, or 1); or
// those of a range do. Returns how many there are then, and makes them unknown if that is not
// known.
Value ContainerCall::Shift() {
  const Value self = Argument(0), first = WordAt(Argument(1)), size = Argument(2);
  const Value last = Argument(3), value = Argument(4), from = Argument(5);
  const Value block = WordAt(self), end = WordAt(Value::Of(self.bits + kWord));
  machine_.has_overlooked_ = true;
  if (!self.known || !block.known || !end.known || !first.known || first.bits < block.bits ||
      end.bits < first.bits || !value.known) {
    return Lose();
  }
  uint64_t removed = 0, added = 0;
  Value source = Value::Unknown();
  if (last.known && last.bits != 0) {
    const Value up_to = WordAt(last);
    if (!up_to.known || up_to.bits < first.bits || up_to.bits > end.bits) return Lose();
    const bool is_one = last.bits == Argument(1).bits;
    removed = is_one ? size.address() : static_cast<uint64_t>(up_to.bits - first.bits);
  } else if (from.known && from.bits != 0) {
    source = WordAt(from);
    const Value up_to = WordAt(Argument(6));
    if (!source.known || !up_to.known || up_to.bits < source.bits) return Lose();
    added = static_cast<uint64_t>(up_to.bits - source.bits);
    if (Memory::BaseOf(source.address()) == Memory::BaseOf(block.address())) return Lose();
    if (added > 0 && memory().Find(source.address(), added) == nullptr) return Lose();
  } else {
    added = size.address();
    // It would move.
    if (Memory::BaseOf(value.address()) == Memory::BaseOf(block.address())) return Lose();
  }
  const auto rest = static_cast<uint64_t>(end.bits - first.bits);
  if (removed > rest) return Lose();
  const uint64_t room = rest - removed + added;
  memory().Reach(first.address(), room + 1);
  if (memory().Find(first.address(), std::max(rest, room)) == nullptr) return Lose();
  memory().Copy(first.address() + added, first.address() + removed, rest - removed);
  if (source.known) {
    memory().Copy(first.address(), source.address(), added);
  } else {
    memory().Fill(first.address(), added, Value::Unknown());
  }
  const int64_t behind = first.bits + static_cast<int64_t>(room);
  const Value limit = Value::Of(self.bits + 2 * static_cast<int64_t>(kWord));
  const Value capacity = WordAt(limit);
  if (!capacity.known) return Lose();
  if (behind > capacity.bits) {
    // As most implementations do it.
    const auto before = end.bits - block.bits;
    SetWord(limit, block.address() + static_cast<uint64_t>(before) +
                       std::max(static_cast<uint64_t>(before), added));
  }
  return Value::Of((behind - block.bits) / size.bits);
}

// A number that the analysis is not told.
Value ContainerCall::Index() { return Argument(0); }

// How a number compares with 0.
Value ContainerCall::Compared() {
  const Value number = Argument(0);
  if (!number.known) return Value::Unknown();
  switch (static_cast<ir::Binary>(Argument(1).bits)) {
    case ir::Binary::kEq:
      return Value::Of(number.bits == 0);
    case ir::Binary::kNe:
      return Value::Of(number.bits != 0);
    case ir::Binary::kLt:
      return Value::Of(number.bits < 0);
    case ir::Binary::kLe:
      return Value::Of(number.bits <= 0);
    case ir::Binary::kGt:
      return Value::Of(number.bits > 0);
    case ir::Binary::kGe:
      return Value::Of(number.bits >= 0);
    default:
      return Value::Unknown();
  }
}

// The object was changed in a way that is not followed.
Value ContainerCall::Lose() {
  const Value block = WordAt(Argument(0));
  if (block.known) Forget(block.address());
  return Value::Unknown();
}

void ContainerCall::Forget(uint64_t block) {
  containers().text_sizes.erase(block);
  containers().keyed.erase(block);
  const Memory::Object* object = memory().Around(block);
  if (object == nullptr || !object->grows || Memory::OffsetOf(block) != 0) return;
  memory().Fill(block, object->size, Value::Unknown());
}

// Texts

std::optional<uint64_t> ContainerCall::SizeOfText(Value string) const {
  const Value block = WordAt(string);
  if (!block.known) return std::nullopt;
  const auto found = machine_.containers_.text_sizes.find(block.address());
  if (found == machine_.containers_.text_sizes.end()) return std::nullopt;
  const bool is_there = memory().Find(block.address(), found->second + 1) != nullptr;
  return is_there ? std::optional(found->second) : std::nullopt;
}

// Bytes that are not known are kept as such.
std::optional<ContainerCall::Characters> ContainerCall::CharactersAt(Value address,
                                                                     uint64_t size) const {
  if (!address.known || size > kMostText) return std::nullopt;
  if (size > 0 && memory().Find(address.address(), size) == nullptr) return std::nullopt;
  machine_.has_overlooked_ = true;
  machine_.steps_ += size / kCharactersOfStep;
  Characters characters;
  for (uint64_t i = 0; i < size; ++i) {
    const Value byte = memory().Load(address.address() + i, 1, false);
    characters.push_back(byte.known ? static_cast<int16_t>(byte.bits & 0xff) : kUnknownCharacter);
  }
  return characters;
}

// Three arguments, as the frontend passes what becomes part of a text.
std::optional<ContainerCall::Characters> ContainerCall::Piece(int first) const {
  const Value kind = Argument(first), a = Argument(first + 1), b = Argument(first + 2);
  if (!kind.known) return std::nullopt;
  switch (static_cast<PieceKind>(kind.bits)) {
    case PieceKind::kString: {
      const std::optional<uint64_t> size = SizeOfText(a);
      return size.has_value() ? CharactersAt(WordAt(a), *size) : std::nullopt;
    }
    case PieceKind::kText: {
      const std::optional<uint64_t> size = call_.TextSize(a);
      return size.has_value() ? CharactersAt(a, *size - 1) : std::nullopt;
    }
    case PieceKind::kCounted:
      if (!b.known || b.bits < 0) return std::nullopt;
      return CharactersAt(a, b.address());
    case PieceKind::kRepeated: {
      if (!a.known || a.address() > kMostText) return std::nullopt;
      return Characters(a.address(),
                        b.known ? static_cast<int16_t>(b.bits & 0xff) : kUnknownCharacter);
    }
    case PieceKind::kView: {
      // The two words come in an order that is the library's.
      Value size = WordAt(a), text = WordAt(Value::Of(a.bits + static_cast<int64_t>(kWord)));
      if (memory().IsAddress(size)) std::swap(size, text);
      if (!size.known || size.bits < 0) return std::nullopt;
      return size.bits == 0 ? Characters() : CharactersAt(text, size.address());
    }
    case PieceKind::kNumberAt:
    case PieceKind::kNumber:
      break;
  }
  return std::nullopt;
}

std::optional<std::string> ContainerCall::KnownPiece(int first) const {
  const std::optional<Characters> characters = Piece(first);
  if (!characters.has_value()) return std::nullopt;
  std::string text;
  for (const int16_t character : *characters) {
    if (character == kUnknownCharacter) return std::nullopt;
    text += static_cast<char>(character);
  }
  return text;
}

bool ContainerCall::Splice(Value string, uint64_t begin, uint64_t count, const Characters& piece) {
  const Value block = WordAt(string);
  const std::optional<uint64_t> size = SizeOfText(string);
  if (!block.known || !size.has_value() || begin > *size) return false;
  count = std::min(count, *size - begin);
  const uint64_t rest = *size - begin - count, new_size = begin + piece.size() + rest;
  if (new_size > kMostText) return false;
  machine_.has_overlooked_ = true;
  const uint64_t moved = memory().Renew(block.address());
  containers().text_sizes.erase(block.address());
  SetWord(string, moved);
  memory().Reach(moved, new_size + 1);
  if (memory().Find(moved, new_size + 1) == nullptr) return false;
  if (rest > 0) memory().Copy(moved + begin + piece.size(), moved + begin + count, rest);
  for (size_t i = 0; i < piece.size(); ++i) {
    const bool is_known = piece[i] != kUnknownCharacter;
    memory().Store(moved + begin + i, 1, is_known ? Value::Of(piece[i]) : Value::Unknown());
  }
  memory().Store(moved + new_size, 1, Value::Of(0));
  containers().text_sizes[moved] = new_size;
  return true;
}

// Of a string that is made: an empty text in its block.
Value ContainerCall::NewText() {
  const Value block = WordAt(Argument(0));
  if (block.known && memory().Find(block.address(), 1) != nullptr) {
    memory().Store(block.address(), 1, Value::Of(0));
    containers().text_sizes[block.address()] = 0;
  }
  return Value::Unknown();
}

// So many characters from one on, or from a place that has a name, become those of the piece.
Value ContainerCall::Replace() {
  const Value string = Argument(0);
  const std::optional<Characters> piece = Piece(3);
  const std::optional<uint64_t> size = SizeOfText(string);
  const Value first = Argument(1), count = Argument(2);
  if (!size.has_value() || !piece.has_value() || !first.known || !count.known) return Lose();
  if (first.bits == kLast && *size == 0) return Lose();
  const uint64_t begin = first.bits == kBehind ? *size
                         : first.bits == kLast ? *size - 1
                                               : first.address();
  if (begin > *size) return Throw();
  return Splice(string, begin, count.address(), *piece) ? Value::Unknown() : Lose();
}

Value ContainerCall::Resize() {
  const Value string = Argument(0), wanted = Argument(1), character = Argument(2);
  const std::optional<uint64_t> size = SizeOfText(string);
  if (!size.has_value() || !wanted.known || wanted.address() > kMostText) return Lose();
  const uint64_t kept = std::min(*size, wanted.address());
  const Characters added(wanted.address() - kept, character.known
                                                      ? static_cast<int16_t>(character.bits & 0xff)
                                                      : kUnknownCharacter);
  return Splice(string, kept, *size - kept, added) ? Value::Unknown() : Lose();
}

// A new string is made of a part of another one.
Value ContainerCall::Part() {
  const Value result = Argument(0), string = Argument(1), first = Argument(2), count = Argument(3);
  const std::optional<uint64_t> size = SizeOfText(string);
  const uint64_t block = memory().AllocateGrowing(kNewBlock, machine_.OriginHere(call_.t_));
  if (block == 0 || !result.known) return Value::Unknown();
  SetWord(result, block);
  if (!size.has_value() || !first.known || !count.known) return Value::Unknown();
  if (first.address() > *size) return Throw();
  const uint64_t rest = std::min(count.address(), *size - first.address());
  const auto characters = CharactersAt(Value::Of(WordAt(string).bits + first.bits), rest);
  if (!characters.has_value()) return Value::Unknown();
  containers().text_sizes[block] = 0;
  if (!Splice(result, 0, 0, *characters)) Forget(WordAt(result).address());
  return Value::Unknown();
}

// The digits of a number.
Value ContainerCall::Number() {
  const Value string = Argument(0), number = Argument(1), is_signed = Argument(2);
  if (!number.known || machine_.memory_.IsAddress(number)) return Lose();
  const std::string text =
      is_signed.bits != 0 ? std::to_string(number.bits) : std::to_string(number.address());
  return Splice(string, 0, ~uint64_t{0}, Characters(text.begin(), text.end())) ? Value::Unknown()
                                                                               : Lose();
}

Value ContainerCall::Size() {
  const std::optional<uint64_t> size = SizeOfText(Argument(0));
  return size.has_value() ? Value::Of(static_cast<int64_t>(*size)) : Value::Unknown();
}

Value ContainerCall::Last() {
  const std::optional<uint64_t> size = SizeOfText(Argument(0));
  return size.has_value() && *size > 0 ? Value::Of(static_cast<int64_t>(*size) - 1)
                                       : Value::Unknown();
}

Value ContainerCall::Compare() {
  const std::optional<std::string> a = KnownPiece(0), b = KnownPiece(3);
  if (!a.has_value() || !b.has_value()) return Value::Unknown();
  const int order = a->compare(*b);
  return Value::Of(order < 0 ? -1 : order > 0);
}

// Where a piece is in a text, by the name of the method that looks for it.
Value ContainerCall::FindText() {
  const std::optional<std::string> text = KnownPiece(0), wanted = KnownPiece(3);
  const Value from = Argument(6), how = Argument(7);
  if (!text.has_value() || !wanted.has_value() || !from.known) return Value::Unknown();
  const size_t begin = from.address();
  switch (static_cast<Search>(how.bits)) {
    case Search::kFirst:
      return Value::Of(static_cast<int64_t>(text->find(*wanted, begin)));
    case Search::kLast:
      return Value::Of(static_cast<int64_t>(text->rfind(*wanted, begin)));
    case Search::kFirstOf:
      return Value::Of(static_cast<int64_t>(text->find_first_of(*wanted, begin)));
    case Search::kFirstNotOf:
      return Value::Of(static_cast<int64_t>(text->find_first_not_of(*wanted, begin)));
    case Search::kLastOf:
      return Value::Of(static_cast<int64_t>(text->find_last_of(*wanted, begin)));
    case Search::kLastNotOf:
      return Value::Of(static_cast<int64_t>(text->find_last_not_of(*wanted, begin)));
    case Search::kStart:
      return Value::Of(text->starts_with(*wanted));
    case Search::kEnd:
      return Value::Of(text->ends_with(*wanted));
    case Search::kAnywhere:
      return Value::Of(text->find(*wanted) != std::string::npos);
  }
  return Value::Unknown();
}

}  // namespace plait::witness
