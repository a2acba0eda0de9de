// Formatted input: scanf and its relatives. What comes from outside may be any number that fits.
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "checkers/witness/arithmetic.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

struct Conversion {
  uint32_t width = 4;  // bytes
  bool is_signed = true;
};

// The conversions of a format that has only numbers, apart from white space; nothing if it has
// something else.
std::optional<std::vector<Conversion>> ParseFormat(const std::string& format) {
  std::vector<Conversion> conversions;
  for (size_t i = 0; i < format.size(); ++i) {
    if (absl::ascii_isspace(format[i])) continue;
    if (format[i] != '%') return std::nullopt;
    Conversion conversion;
    for (++i; i < format.size() && absl::StrContains("hlz", format[i]); ++i) {
      conversion.width = format[i] == 'h' ? conversion.width / 2 : 8;
    }
    if (i == format.size() || !absl::StrContains("du", format[i])) return std::nullopt;
    conversion.is_signed = format[i] != 'u';
    conversions.push_back(conversion);
  }
  return conversions;
}

}  // namespace

// Where the numbers go and what they are; nothing if that cannot be told.
std::optional<std::vector<LibraryCall::Scanned>> LibraryCall::ScannedNumbers() {
  const bool is_text = function_.library_name == "sscanf";
  const int32_t format_argument = function_.library_name == "scanf" ? 0 : 1;
  const std::optional<std::string> format = Text(Argument(format_argument));
  if (!format.has_value()) return std::nullopt;
  const std::optional<std::vector<Conversion>> conversions = ParseFormat(*format);
  const std::optional<std::string> text = is_text ? Text(Argument(0)) : std::string();
  if (!conversions.has_value() || !text.has_value()) return std::nullopt;
  std::vector<Scanned> numbers;
  const char* at = text->c_str();
  for (const Conversion& conversion : *conversions) {
    Scanned scanned;
    scanned.address = Argument(format_argument + 1 + static_cast<int32_t>(numbers.size()));
    scanned.width = conversion.width;
    if (is_text) {
      char* end = nullptr;
      scanned.number = std::strtoll(at, &end, 10);
      if (end == at) break;
      at = end;
      // What does not fit has no defined result.
      if (Wrap(scanned.number, conversion.width, conversion.is_signed) != scanned.number) {
        return std::nullopt;
      }
    }
    if (!scanned.address.known ||
        machine_.memory_.Find(scanned.address.address(), scanned.width) == nullptr) {
      return std::nullopt;
    }
    numbers.push_back(scanned);
  }
  return numbers;
}

void LibraryCall::NoteScanned() {
  const std::optional<std::vector<Scanned>> numbers = ScannedNumbers();
  if (!numbers.has_value()) return;
  for (const Scanned& one : *numbers) Note(one.address, one.width, true, false);
}

LibraryCall::State LibraryCall::Scan() {
  const std::optional<std::vector<Scanned>> numbers = ScannedNumbers();
  if (!numbers.has_value() || IsExploration()) {
    for (const proto::Effect& effect : function_.model->effect()) {
      if (effect.has_write() && Write(effect.write()) != State::kDone) return State::kOver;
    }
    return ReturnNothingKnown();
  }
  for (const Scanned& one : *numbers) {
    int64_t number = one.number;
    if (function_.library_name != "sscanf") {
      constexpr uint64_t kMost = 16;  // people enter small numbers, and they lead to more places
      number = static_cast<int64_t>(machine_.random_.Below(kMost));
      machine_.Log(Event::Kind::kInput, t_, number);
    }
    machine_.StoreTo(one.address.address(), one.width, Value::Of(number));
  }
  SetResult(Value::Of(static_cast<int64_t>(numbers->size())));
  return State::kDone;
}

}  // namespace plait::witness
