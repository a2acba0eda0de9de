// Library functions that look for something in a text, and those that work on a part of one.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {

// A text that need not end if it is that long.
std::optional<std::string> LibraryCall::TextUpTo(Value address, Value most) const {
  if (!address.known || !most.known) return std::nullopt;
  std::string text;
  while (text.size() < most.address()) {
    const uint64_t at = address.address() + text.size();
    if (machine_.memory_.Find(at, 1) == nullptr) return std::nullopt;
    const Value byte = machine_.memory_.Load(at, 1, false);
    if (!byte.known) return std::nullopt;
    if (byte.bits == 0) break;
    text += static_cast<char>(byte.bits);
  }
  if (most.bits != 0) {
    const uint64_t size = std::min<uint64_t>(text.size() + 1, most.address());
    text_source_ = machine_.Union(text_source_, NoteText(address.address(), size));
  }
  return text;
}

LibraryCall::State LibraryCall::Strnlen() {
  const std::optional<std::string> text = TextUpTo(Argument(0), Argument(1));
  if (!text.has_value()) return ReturnNothingKnown();
  SetResult(Value::Of(static_cast<int64_t>(text->size())));
  return State::kDone;
}

// A pointer to the place in the text, or null.
LibraryCall::State LibraryCall::ReturnFound(size_t place) {
  const bool is_found = place != std::string::npos;
  SetResult(Value::Of(is_found ? Argument(0).bits + static_cast<int64_t>(place) : 0));
  return State::kDone;
}

LibraryCall::State LibraryCall::Strchr() {
  std::optional<std::string> text = Text(Argument(0));
  const Value wanted = Argument(1);
  if (!text.has_value() || !wanted.known) return State::kByModel;
  *text += '\0';
  const auto byte = static_cast<char>(wanted.bits);
  const std::string& name = function_.library_name;
  const size_t place = name == "strrchr" || name == "rindex" ? text->rfind(byte) : text->find(byte);
  const bool finds_end = name == "strchrnul" && place == std::string::npos;
  return ReturnFound(finds_end ? text->size() - 1 : place);
}

LibraryCall::State LibraryCall::Strstr() {
  std::optional<std::string> text = Text(Argument(0)), wanted = Text(Argument(1));
  if (!text.has_value() || !wanted.has_value()) return State::kByModel;
  if (function_.library_name == "strcasestr") {
    absl::AsciiStrToLower(&*text);
    absl::AsciiStrToLower(&*wanted);
  }
  return ReturnFound(text->find(*wanted));
}

LibraryCall::State LibraryCall::Strpbrk() {
  const std::optional<std::string> text = Text(Argument(0)), wanted = Text(Argument(1));
  if (!text.has_value() || !wanted.has_value()) return State::kByModel;
  return ReturnFound(text->find_first_of(*wanted));
}

LibraryCall::State LibraryCall::Strspn() {
  const std::optional<std::string> text = Text(Argument(0)), set = Text(Argument(1));
  if (!text.has_value() || !set.has_value()) return ReturnNothingKnown();
  const size_t end = function_.library_name == "strspn" ? text->find_first_not_of(*set)
                                                        : text->find_first_of(*set);
  SetResult(Value::Of(static_cast<int64_t>(std::min(end, text->size()))));
  return State::kDone;
}

// As much as there is room for, and how long it would have been.
LibraryCall::State LibraryCall::Strlcpy() {
  const Value to = Argument(0), room = Argument(2);
  const bool appends = function_.library_name == "strlcat";
  const std::optional<std::string> text = Text(Argument(1));
  const std::optional<std::string> before =
      appends ? TextUpTo(to, room) : std::optional<std::string>("");
  if (!text.has_value() || !before.has_value() || !room.known) return State::kByModel;
  SetResult(Value::Of(static_cast<int64_t>(before->size() + text->size())));
  if (before->size() >= room.address()) return State::kDone;
  std::string rest = text->substr(0, room.address() - before->size() - 1);
  rest += '\0';
  return WriteText(Value::Of(to.bits + static_cast<int64_t>(before->size())), rest);
}

// Returns the end of the copy.
LibraryCall::State LibraryCall::Stpcpy() {
  const Value to = Argument(0), from = Argument(1);
  const std::optional<uint64_t> size = TextSize(from);
  if (!size.has_value() || !to.known) return State::kByModel;
  SetResult(Value::Of(to.bits + static_cast<int64_t>(*size) - 1));
  return CopyText(to, from, *size);
}

Value LibraryCall::RestOfText() const {
  const Value text = Argument(0), rest = Argument(2);
  const bool goes_on = text.known && text.bits == 0;
  if (!goes_on || !rest.known || machine_.memory_.Find(rest.address(), kPointerSize) == nullptr) {
    return text;
  }
  return machine_.RawAt(rest.address(), kPointerSize);
}

// Tokens are told apart where the text is known.
LibraryCall::State LibraryCall::StrtokR() {
  const Value from = RestOfText(), rest = Argument(2);
  const std::optional<std::string> text = Text(from), separators = Text(Argument(1));
  if (!text.has_value() || !separators.has_value()) {
    const bool is_inside =
        from.PointsInside() || (from.known && machine_.memory_.Around(from.address()) != nullptr);
    if (!is_inside || !machine_.limits_.forgets_unneeded) return Stop(Machine::kUnknownPointer);
    const Value somewhere = SomewhereIn(from);
    SetResult(somewhere);
    if (WriteUnknown(somewhere, std::nullopt) != State::kDone) return State::kOver;
    if (WriteUnknown(rest, kPointerSize) != State::kDone) return State::kOver;
    if (rest.known && rest.bits != 0) machine_.StoreTo(rest.address(), kPointerSize, somewhere);
    return State::kDone;
  }
  return TakeToken(from, rest, *text, *separators);
}

LibraryCall::State LibraryCall::TakeToken(Value from, Value rest, const std::string& text,
                                          const std::string& separators) {
  const size_t begin = std::min(text.find_first_not_of(separators), text.size());
  const size_t end = std::min(text.find_first_of(separators, begin), text.size());
  const auto at = [&](size_t place) { return Value::Of(from.bits + static_cast<int64_t>(place)); };
  SetResult(begin == text.size() ? Value::Of(0) : at(begin));
  if (!rest.known || machine_.memory_.Find(rest.address(), kPointerSize) == nullptr) {
    return Stop(Machine::kOutside);
  }
  machine_.StoreTo(rest.address(), kPointerSize, at(std::min(end + 1, text.size())));
  return end == text.size() ? State::kDone : WriteText(at(end), std::string_view("\0", 1));
}

// Where it goes on is kept in memory of the library, which all threads share.
LibraryCall::State LibraryCall::Strtok() {
  const Value state = AddressOf("strtok.state"), text = Argument(0);
  if (IsExploration() || !state.known) return State::kByModel;
  const bool goes_on = text.known && text.bits == 0;
  const Value from = goes_on ? machine_.RawAt(state.address(), kPointerSize) : text;
  const std::optional<std::string> rest = Text(from), separators = Text(Argument(1));
  if (!rest.has_value() || !separators.has_value()) return Stop(Machine::kUnknownPointer);
  return TakeToken(from, state, *rest, *separators);
}

// The token up to the first separator, which may be empty.
LibraryCall::State LibraryCall::Strsep() {
  const Value place = Argument(0);
  if (IsExploration() || !place.known ||
      machine_.memory_.Find(place.address(), kPointerSize) == nullptr) {
    return State::kByModel;
  }
  const Value from = machine_.RawAt(place.address(), kPointerSize);
  if (from.known && from.bits == 0) return ReturnZero();
  const std::optional<std::string> text = Text(from), separators = Text(Argument(1));
  if (!text.has_value() || !separators.has_value()) return Stop(Machine::kUnknownPointer);
  const size_t end = text->find_first_of(*separators);
  const bool is_last = end == std::string::npos;
  const Value at = Value::Of(from.bits + static_cast<int64_t>(is_last ? 0 : end));
  SetResult(from);
  machine_.StoreTo(place.address(), kPointerSize, Value::Of(is_last ? 0 : at.bits + 1));
  return is_last ? State::kDone : WriteText(at, std::string_view("\0", 1));
}

LibraryCall::State LibraryCall::Strdup() {
  const Value from = Argument(0);
  const bool is_cut = IsNamed("strndup");
  const std::optional<std::string> text = is_cut ? TextUpTo(from, Argument(1)) : Text(from);
  if (!text.has_value() && !machine_.limits_.forgets_unneeded) {
    return Stop("copy of a text that is not known");
  }
  const Memory::Origin origin = machine_.OriginHere(t_);
  const uint64_t address = text.has_value()
                               ? machine_.memory_.Allocate(text->size() + 1, ObjectKind::kHeap,
                                                           Contents::kUnknown, origin)
                               : machine_.memory_.AllocateUnsized(ObjectKind::kHeap, origin);
  if (address == 0) return Stop("object too large");
  for (size_t i = 0; text.has_value() && i <= text->size(); ++i) {
    machine_.memory_.Store(address + i, 1, Value::Of(text->c_str()[i]));
  }
  SetResult(Value::Of(static_cast<int64_t>(address)));
  return State::kDone;
}

}  // namespace plait::witness
