// Library functions on texts, as far as these are known.
#include <algorithm>
#include <climits>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "checkers/witness/arithmetic.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {

LibraryCall::State LibraryCall::Strlen() {
  const std::optional<uint64_t> size = TextSize(Argument(0));
  if (!size.has_value()) return ReturnNothingKnown();
  SetResult(Value::Of(static_cast<int64_t>(*size) - 1));
  return State::kDone;
}

LibraryCall::State LibraryCall::Strcmp() {
  std::optional<std::string> a = Text(Argument(0)), b = Text(Argument(1));
  if (!a.has_value() || !b.has_value()) return ReturnNothingKnown();
  const std::string& name = function_.library_name;
  if (absl::StartsWith(name, "strn")) {
    const Value size = Argument(2);
    if (!size.known) return ReturnNothingKnown();
    a = a->substr(0, size.address());
    b = b->substr(0, size.address());
  }
  if (absl::EndsWith(name, "casecmp")) {
    absl::AsciiStrToLower(&*a);
    absl::AsciiStrToLower(&*b);
  }
  const int order = a->compare(*b);
  SetResult(Value::Of(order < 0 ? -1 : order > 0));
  return State::kDone;
}

// As in the locale that programs start with.
LibraryCall::State LibraryCall::CharacterClass() {
  constexpr std::pair<std::string_view, bool (*)(unsigned char)> kClasses[] = {
      {"isalnum", absl::ascii_isalnum}, {"isalpha", absl::ascii_isalpha},
      {"isblank", absl::ascii_isblank}, {"iscntrl", absl::ascii_iscntrl},
      {"isdigit", absl::ascii_isdigit}, {"isgraph", absl::ascii_isgraph},
      {"islower", absl::ascii_islower}, {"isprint", absl::ascii_isprint},
      {"ispunct", absl::ascii_ispunct}, {"isspace", absl::ascii_isspace},
      {"isupper", absl::ascii_isupper}, {"isxdigit", absl::ascii_isxdigit},
  };
  const Value character = Argument(0);
  if (!character.known) return ReturnNothingKnown();
  const auto* asked = std::find_if(std::begin(kClasses), std::end(kClasses), [&](const auto& one) {
    return one.first == function_.library_name;
  });
  const bool is_one = character.bits >= 0 && character.bits <= UCHAR_MAX &&
                      asked->second(static_cast<unsigned char>(character.bits));
  SetResult(Value::Of(is_one));
  return State::kDone;
}

LibraryCall::State LibraryCall::OtherCase() {
  const Value character = Argument(0);
  if (!character.known) return ReturnNothingKnown();
  if (character.bits < 0 || character.bits > UCHAR_MAX) {
    SetResult(character);
    return State::kDone;
  }
  const auto byte = static_cast<unsigned char>(character.bits);
  const char other =
      function_.library_name == "tolower" ? absl::ascii_tolower(byte) : absl::ascii_toupper(byte);
  SetResult(Value::Of(static_cast<unsigned char>(other)));
  return State::kDone;
}

LibraryCall::State LibraryCall::CopyText(Value to, Value from, uint64_t size) {
  if (!to.known) return WriteUnknownText(to, std::nullopt);
  const Memory::Object* target = machine_.memory_.Find(to.address(), size);
  if (target == nullptr || target->kind == ObjectKind::kString) {
    return Stop(Machine::kOutside);
  }
  NoteWritten(to.address(), size);
  machine_.memory_.Copy(to.address(), from.address(), size);
  return State::kDone;
}

LibraryCall::State LibraryCall::WriteText(Value to, std::string_view text) {
  if (!to.known) return WriteUnknownText(to, std::nullopt);
  const Memory::Object* target = machine_.memory_.Find(to.address(), text.size());
  if (target == nullptr || target->kind == ObjectKind::kString) {
    return Stop(Machine::kOutside);
  }
  NoteWritten(to.address(), text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    machine_.memory_.Store(to.address() + i, 1, Value::Of(text[i]));
  }
  return State::kDone;
}

LibraryCall::State LibraryCall::Strcpy() {
  const Value to = Argument(0), from = Argument(1);
  const std::optional<uint64_t> size = TextSize(from);
  SetResult(to);
  return size.has_value() ? CopyText(to, from, *size) : WriteUnknownText(to, std::nullopt);
}

LibraryCall::State LibraryCall::Strncpy() {
  const Value to = Argument(0), most = Argument(2);
  std::optional<std::string> text = Text(Argument(1));
  SetResult(to);
  if (!most.known || most.bits < 0) return WriteUnknownText(to, std::nullopt);
  const uint64_t size = most.address();
  if (!text.has_value()) return WriteUnknown(to, size);
  if (to.known && size > 0 && machine_.memory_.Find(to.address(), size) == nullptr) {
    return Stop(Machine::kOutside);
  }
  text->resize(size);
  return size == 0 ? State::kDone : WriteText(to, *text);
}

LibraryCall::State LibraryCall::Strcat() {
  const Value to = Argument(0), from = Argument(1);
  const std::optional<uint64_t> before = TextSize(to), size = TextSize(from);
  SetResult(to);
  if (!before.has_value() || !size.has_value()) return WriteUnknownText(to, std::nullopt);
  return CopyText(Value::Of(to.bits + static_cast<int64_t>(*before) - 1), from, *size);
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
  return ReturnFound(function_.library_name == "strchr" ? text->find(byte) : text->rfind(byte));
}

LibraryCall::State LibraryCall::Strstr() {
  const std::optional<std::string> text = Text(Argument(0)), wanted = Text(Argument(1));
  if (!text.has_value() || !wanted.has_value()) return State::kByModel;
  return ReturnFound(text->find(*wanted));
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
  const size_t begin = std::min(text->find_first_not_of(*separators), text->size());
  const size_t end = std::min(text->find_first_of(*separators, begin), text->size());
  const auto at = [&](size_t place) { return Value::Of(from.bits + static_cast<int64_t>(place)); };
  SetResult(begin == text->size() ? Value::Of(0) : at(begin));
  if (!rest.known || machine_.memory_.Find(rest.address(), kPointerSize) == nullptr) {
    return Stop(Machine::kOutside);
  }
  machine_.StoreTo(rest.address(), kPointerSize, at(std::min(end + 1, text->size())));
  return end == text->size() ? State::kDone : WriteText(at(end), std::string_view("\0", 1));
}

LibraryCall::State LibraryCall::Strdup() {
  const Value from = Argument(0);
  const std::optional<uint64_t> size = TextSize(from);
  if (!size.has_value() && !machine_.limits_.forgets_unneeded) {
    return Stop("copy of a text that is not known");
  }
  const Memory::Origin origin = machine_.OriginHere(t_);
  const uint64_t address =
      size.has_value()
          ? machine_.memory_.Allocate(*size, ObjectKind::kHeap, Contents::kUnknown, origin)
          : machine_.memory_.AllocateUnsized(ObjectKind::kHeap, origin);
  if (address == 0) return Stop("object too large");
  if (size.has_value()) machine_.memory_.Copy(address, from.address(), *size);
  SetResult(Value::Of(static_cast<int64_t>(address)));
  return State::kDone;
}

// What printf makes of the arguments from `next` on; nothing if one of them is not known, or is a
// floating point number or an address.
std::optional<std::string> LibraryCall::Formatted(const std::string& format, int32_t next) const {
  std::deque<std::string> texts;
  std::vector<absl::FormatArg> arguments;
  for (size_t i = format.find('%'); i < format.size(); i = format.find('%', i + 1)) {
    i = format.find_first_not_of("-+ #0123456789.", i + 1);
    const size_t end = format.find_first_not_of("hljzt", i);
    if (end == std::string::npos) return std::nullopt;
    const std::string_view length = std::string_view(format).substr(i, end - i);
    i = end;
    if (format[i] == '%') continue;
    const Value value = Argument(next++);
    if (format[i] == 's') {
      const std::optional<std::string> text = Text(value);
      if (!text.has_value() || !length.empty()) return std::nullopt;
      arguments.emplace_back(texts.emplace_back(*text));
      continue;
    }
    const bool is_signed = absl::StrContains("dic", format[i]);
    if (!value.known || machine_.memory_.IsAddress(value) ||
        (!is_signed && !absl::StrContains("uxXo", format[i]))) {
      return std::nullopt;
    }
    const uint32_t width = length == "hh" ? 1 : length == "h" ? 2 : length.empty() ? 4 : 8;
    const int64_t number = Wrap(value.bits, width, is_signed);
    if (is_signed) {
      arguments.emplace_back(number);
    } else {
      arguments.emplace_back(static_cast<uint64_t>(number));
    }
  }
  std::string result;
  const absl::UntypedFormatSpec spec(format);
  if (!absl::FormatUntyped(&result, spec, arguments)) return std::nullopt;
  return result;
}

LibraryCall::State LibraryCall::Format() {
  const bool is_bounded = function_.library_name == "snprintf";
  const int32_t first = is_bounded ? 2 : 1;
  const std::optional<std::string> format = Text(Argument(first));
  std::optional<std::string> text;
  if (format.has_value()) text = Formatted(*format, first + 1);
  if (!text.has_value()) return State::kByModel;
  SetResult(Value::Of(static_cast<int64_t>(text->size())));
  *text += '\0';
  if (is_bounded) {
    const Value most = Argument(1);
    if (!most.known || most.bits < 0) return State::kByModel;
    if (most.bits == 0) return State::kDone;
    if (most.address() < text->size()) {
      text->resize(most.address());
      text->back() = '\0';
    }
  }
  return WriteText(Argument(0), *text);
}

}  // namespace plait::witness
