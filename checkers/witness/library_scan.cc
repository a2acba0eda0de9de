// Formatted input: scanf and its relatives. What comes from outside may be any number that fits.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/witness/arithmetic.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

// A part of a format.
struct Conversion {
  enum class Kind : uint8_t { kSpace, kLiteral, kNumber, kFloating, kCharacter, kWord };
  Kind kind = Kind::kNumber;
  char literal = 0;
  uint32_t width = 4;  // bytes of a number
  bool is_signed = true;
  int base = 10;
  size_t most = 0;  // characters; 0: any
  bool is_kept = true;
};

std::optional<Conversion> ParseConversion(const std::string& format, size_t* at) {
  Conversion conversion;
  size_t i = *at + 1;
  if (i < format.size() && format[i] == '*') {
    conversion.is_kept = false;
    ++i;
  }
  for (; i < format.size() && absl::ascii_isdigit(format[i]); ++i) {
    conversion.most = 10 * conversion.most + static_cast<size_t>(format[i] - '0');
    if (conversion.most > (size_t{1} << 16)) return std::nullopt;
  }
  for (; i < format.size() && absl::StrContains("hljz", format[i]); ++i) {
    conversion.width = format[i] == 'h' ? conversion.width / 2 : 8;
  }
  if (i == format.size()) return std::nullopt;
  *at = i;
  switch (format[i]) {
    case 'd':
      return conversion;
    case 'i':
      conversion.base = 0;
      return conversion;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      conversion.is_signed = false;
      conversion.base = format[i] == 'u' ? 10 : format[i] == 'o' ? 8 : 16;
      return conversion;
    case 'f':
    case 'g':
    case 'e':
      conversion.kind = Conversion::Kind::kFloating;
      return conversion;
    case 'c':
      conversion.kind = Conversion::Kind::kCharacter;
      return conversion;
    case 's':
      conversion.kind = Conversion::Kind::kWord;
      return conversion;
    case '%':
      conversion.kind = Conversion::Kind::kLiteral;
      conversion.literal = '%';
      return conversion;
    default:
      return std::nullopt;
  }
}

// Nothing if the format has something that is not followed.
std::optional<std::vector<Conversion>> ParseFormat(const std::string& format) {
  std::vector<Conversion> conversions;
  for (size_t i = 0; i < format.size(); ++i) {
    std::optional<Conversion> conversion = Conversion();
    if (absl::ascii_isspace(format[i])) {
      conversion->kind = Conversion::Kind::kSpace;
    } else if (format[i] == '%') {
      conversion = ParseConversion(format, &i);
    } else {
      conversion->kind = Conversion::Kind::kLiteral;
      conversion->literal = format[i];
    }
    if (!conversion.has_value()) return std::nullopt;
    conversions.push_back(*conversion);
  }
  return conversions;
}

size_t BehindSpace(const std::string& text, size_t at) {
  while (at < text.size() && absl::ascii_isspace(text[at])) ++at;
  return at;
}

// Where the conversion ends in the text, and what it finds there; nothing if it does not match.
std::optional<size_t> Match(const Conversion& conversion, const std::string& text, size_t at,
                            int64_t* number, std::string* word) {
  using Kind = Conversion::Kind;
  if (conversion.kind == Kind::kSpace) return BehindSpace(text, at);
  if (conversion.kind == Kind::kLiteral) {
    return at < text.size() && text[at] == conversion.literal ? std::optional(at + 1)
                                                              : std::nullopt;
  }
  if (conversion.kind == Kind::kCharacter) {
    const size_t count = std::max<size_t>(conversion.most, 1);
    if (at + count > text.size()) return std::nullopt;
    *word = text.substr(at, count);
    return at + count;
  }
  at = BehindSpace(text, at);
  const size_t most = conversion.most == 0 ? text.size() : conversion.most;
  if (conversion.kind == Kind::kWord) {
    size_t end = at;
    while (end < text.size() && end - at < most && !absl::ascii_isspace(text[end])) ++end;
    if (end == at) return std::nullopt;
    *word = text.substr(at, end - at) + '\0';
    return end;
  }
  const std::string part = text.substr(at, most);
  char* end = nullptr;
  if (conversion.kind == Kind::kFloating) {
    std::strtod(part.c_str(), &end);
  } else {
    *number = std::strtoll(part.c_str(), &end, conversion.base);
  }
  const auto length = static_cast<size_t>(end - part.c_str());
  return length > 0 ? std::optional(at + length) : std::nullopt;
}

}  // namespace

// Where it stores what, as far as the text matches; nothing if that cannot be told. What comes from
// outside is not chosen yet.
std::optional<std::vector<LibraryCall::Scanned>> LibraryCall::ScannedValues(bool* is_at_end) {
  using Kind = Conversion::Kind;
  const bool is_text = function_.library_name == "sscanf";
  const int32_t format_argument = function_.library_name == "scanf" ? 0 : 1;
  const std::optional<std::string> format = Text(Argument(format_argument));
  if (!format.has_value()) return std::nullopt;
  const std::optional<std::vector<Conversion>> conversions = ParseFormat(*format);
  const std::optional<std::string> text = is_text ? Text(Argument(0)) : std::string();
  if (!conversions.has_value() || !text.has_value()) return std::nullopt;
  *is_at_end = is_text && BehindSpace(*text, 0) == text->size();
  std::vector<Scanned> values;
  size_t at = 0;
  for (const Conversion& conversion : *conversions) {
    Scanned scanned;
    scanned.width = conversion.width;
    scanned.is_known = conversion.kind != Kind::kFloating;
    const bool is_stored =
        conversion.is_kept && conversion.kind != Kind::kSpace && conversion.kind != Kind::kLiteral;
    if (is_text) {
      const std::optional<size_t> end =
          Match(conversion, *text, at, &scanned.number, &scanned.text);
      if (!end.has_value()) break;
      at = *end;
      // What does not fit has no defined result.
      if (conversion.kind == Kind::kNumber &&
          Wrap(scanned.number, conversion.width, conversion.is_signed) != scanned.number) {
        return std::nullopt;
      }
    } else if (conversion.kind == Kind::kCharacter || conversion.kind == Kind::kWord) {
      if (conversion.kind == Kind::kCharacter && conversion.most > 1) return std::nullopt;
      scanned.text = conversion.kind == Kind::kWord ? std::string("0\0", 2) : "0";
    }
    if (!is_stored) continue;
    if (!scanned.text.empty()) scanned.width = static_cast<uint32_t>(scanned.text.size());
    scanned.address = Argument(format_argument + 1 + static_cast<int32_t>(values.size()));
    if (!scanned.address.known ||
        machine_.memory_.Find(scanned.address.address(), scanned.width) == nullptr) {
      return std::nullopt;
    }
    values.push_back(scanned);
  }
  return values;
}

void LibraryCall::NoteScanned() {
  bool is_at_end = false;
  const std::optional<std::vector<Scanned>> values = ScannedValues(&is_at_end);
  if (!values.has_value()) return;
  for (const Scanned& one : *values) Note(one.address, one.width, true, false);
}

LibraryCall::State LibraryCall::Scan() {
  bool is_at_end = false;
  const std::optional<std::vector<Scanned>> values = ScannedValues(&is_at_end);
  if (!values.has_value() || IsExploration()) {
    for (const proto::Effect& effect : function_.model->effect()) {
      if (effect.has_write() && Write(effect.write()) != State::kDone) return State::kOver;
    }
    return ReturnNothingKnown();
  }
  const bool is_input = function_.library_name != "sscanf";
  if (is_input && FindsNothing()) {
    SetResult(Value::Of(-1));
    return State::kDone;
  }
  for (const Scanned& one : *values) {
    int64_t number = one.number;
    std::string text = one.text;
    if (is_input && one.is_known) {
      constexpr uint64_t kMost = 16;  // people enter small numbers, and they lead to more places
      constexpr uint64_t kDigits = 10;
      number = static_cast<int64_t>(machine_.random_.Below(text.empty() ? kMost : kDigits));
      machine_.Log(Event::Kind::kInput, t_, number);
      if (!text.empty()) text[0] = static_cast<char>('0' + number);
    }
    if (!text.empty()) {
      if (WriteText(one.address, text) != State::kDone) return State::kOver;
    } else {
      machine_.StoreTo(one.address.address(), one.width,
                       one.is_known ? Value::Of(number) : Value::Unknown());
    }
  }
  const bool finds_nothing = values->empty() && is_at_end;
  SetResult(Value::Of(finds_nothing ? -1 : static_cast<int64_t>(values->size())));
  return State::kDone;
}

}  // namespace plait::witness
