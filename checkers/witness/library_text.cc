// Library functions on texts, as far as these are known.
#include <algorithm>
#include <climits>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {

LibraryCall::State LibraryCall::Strlen() {
  const std::optional<uint64_t> size = TextSize(Argument(0));
  if (!size.has_value()) return ReturnNothingKnown();
  SetResult(Value::Of(static_cast<int64_t>(*size) - 1));
  return State::kDone;
}

LibraryCall::State LibraryCall::Strcmp() {
  const std::string& name = function_.library_name;
  const bool is_cut = absl::StartsWith(name, "strn");
  const auto text = [&](int32_t i) {
    return is_cut ? TextUpTo(Argument(i), Argument(2)) : Text(Argument(i));
  };
  std::optional<std::string> a = text(0), b = text(1);
  if (!a.has_value() || !b.has_value()) return ReturnNothingKnown();
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
  std::optional<std::string> text = TextUpTo(Argument(1), most);
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
  const bool is_cut = function_.library_name == "strncat";
  const std::optional<uint64_t> before = TextSize(to);
  std::optional<std::string> text = is_cut ? TextUpTo(from, Argument(2)) : Text(from);
  SetResult(to);
  if (!before.has_value() || !text.has_value()) return WriteUnknownText(to, std::nullopt);
  *text += '\0';
  return WriteText(Value::Of(to.bits + static_cast<int64_t>(*before) - 1), *text);
}

}  // namespace plait::witness
