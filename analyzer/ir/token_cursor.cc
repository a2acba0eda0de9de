#include "analyzer/ir/token_cursor.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

#include "analyzer/ir/lexer.h"

namespace plait::ir {
namespace {

// False if the digits do not fit.
bool ParseMagnitude(std::string_view text, uint64_t& value) {
  int base = 10;
  if (text.starts_with("0x")) {
    base = 16;
    text.remove_prefix(2);
  }
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value, base);
  return error == std::errc() && rest == end;
}

std::string Describe(const Token& token) {
  switch (token.kind) {
    case Token::Kind::kNewline:
      return "the end of the line";
    case Token::Kind::kEnd:
      return "the end of the text";
    case Token::Kind::kString:
      return "\"" + token.text + "\"";
    case Token::Kind::kWord:
    case Token::Kind::kInteger:
    case Token::Kind::kMark:
      return "'" + token.text + "'";
  }
  return "?";
}

}  // namespace

bool TokenCursor::AtWord(std::string_view word) const {
  return peek().kind == Token::Kind::kWord && peek().text == word;
}

bool TokenCursor::AtMark(std::string_view mark) const {
  return peek().kind == Token::Kind::kMark && peek().text == mark;
}

bool TokenCursor::AcceptWord(std::string_view word) {
  if (!AtWord(word)) return false;
  Take();
  return true;
}

bool TokenCursor::AcceptMark(std::string_view mark) {
  if (!AtMark(mark)) return false;
  Take();
  return true;
}

void TokenCursor::ExpectWord(std::string_view word) {
  if (!AcceptWord(word)) FailExpected("'" + std::string(word) + "'");
}

void TokenCursor::ExpectMark(std::string_view mark) {
  if (!AcceptMark(mark)) FailExpected("'" + std::string(mark) + "'");
}

void TokenCursor::ExpectNewline() {
  if (peek().kind == Token::Kind::kNewline) {
    Take();
  } else {
    FailExpected("the end of the line");
  }
}

std::string TokenCursor::ExpectString(std::string_view what) {
  if (peek().kind == Token::Kind::kString) return Take().text;
  FailExpected(std::string(what) + " in quotes");
  return "";
}

std::string TokenCursor::ExpectName(std::string_view what) {
  const Token::Kind kind = peek().kind;
  if (kind == Token::Kind::kString || kind == Token::Kind::kWord) return Take().text;
  FailExpected(what);
  return "";
}

int64_t TokenCursor::ExpectSigned(std::string_view what) {
  const bool negative = AcceptMark("-");
  if (peek().kind != Token::Kind::kInteger) {
    FailExpected(what);
    return 0;
  }
  const Token token = Take();
  uint64_t magnitude = 0;
  const uint64_t limit =
      static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) + (negative ? 1 : 0);
  if (!ParseMagnitude(token.text, magnitude) || magnitude > limit) {
    Fail(token, "the number does not fit 64 bits with a sign");
    return 0;
  }
  return static_cast<int64_t>(negative ? -magnitude : magnitude);
}

uint64_t TokenCursor::ExpectUnsigned(std::string_view what, uint64_t max) {
  if (peek().kind != Token::Kind::kInteger) {
    FailExpected(what);
    return 0;
  }
  const Token token = Take();
  uint64_t value = 0;
  if (!ParseMagnitude(token.text, value) || value > max) {
    Fail(token, std::string(what) + " must not be above " + std::to_string(max));
    return 0;
  }
  return value;
}

uint32_t TokenCursor::ExpectNumbered(std::string_view prefix, std::string_view what, uint32_t max) {
  if (!AtNumbered(prefix)) {
    FailExpected(what);
    return 0;
  }
  const Token token = Take();
  uint64_t value = 0;
  if (!ParseMagnitude(std::string_view(token.text).substr(prefix.size()), value) || value > max) {
    Fail(token,
         std::string(what) + " must not be above " + std::string(prefix) + std::to_string(max));
    return 0;
  }
  return static_cast<uint32_t>(value);
}

bool TokenCursor::AtNumbered(std::string_view prefix) const {
  if (peek().kind != Token::Kind::kWord) return false;
  std::string_view text = peek().text;
  if (text.size() <= prefix.size() || !text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

Token TokenCursor::Take() {
  Token token = peek();
  if (!AtEnd()) ++position_;
  return token;
}

void TokenCursor::FailExpected(std::string_view what) {
  Fail(peek(), "expected " + std::string(what) + ", found " + Describe(peek()));
}

void TokenCursor::Fail(const Token& token, const std::string& message) {
  if (!ok()) return;
  status_ = ErrorAt(token, message);
  position_ = tokens_.size() - 1;
}

}  // namespace plait::ir
