// Splits IR text into tokens; parser.h's first step.
#ifndef PLAIT_ANALYZER_IR_LEXER_H_
#define PLAIT_ANALYZER_IR_LEXER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace plait::ir {

struct Token {
  enum class Kind : uint8_t {
    kWord,     // identifier, may contain dots: "load.i4", "r1"
    kInteger,  // decimal or 0x hexadecimal magnitude, without sign
    kString,   // text: without quotes, escapes resolved
    kMark,     // punctuation: one character, or "..", "...", "->"
    kNewline,  // not inside parentheses or brackets; never two in a row
    kEnd,
  };
  Kind kind = Kind::kEnd;
  std::string text;
  uint32_t line = 0;    // 1-based
  uint32_t column = 0;  // 1-based, in bytes
};

// The last token is kEnd. InvalidArgument with "line L:" for bad characters and unclosed strings.
absl::StatusOr<std::vector<Token>> Tokenize(std::string_view text);

// "line 3:7: " in front of `message`, as InvalidArgument.
absl::Status ErrorAt(const Token& token, const std::string& message);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_LEXER_H_
