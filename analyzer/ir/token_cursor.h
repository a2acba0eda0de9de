// Walks over the tokens of IR text and remembers the first error; parser.h's second step.
#ifndef PLAIT_ANALYZER_IR_TOKEN_CURSOR_H_
#define PLAIT_ANALYZER_IR_TOKEN_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "analyzer/ir/lexer.h"

namespace plait::ir {

// After the first error the cursor stands at the end: every Accept fails, every Expect returns an
// empty value and keeps the first message. A parser so reads on without checks at each step; only
// loops must ask ok(), or they would never end.
class TokenCursor {
 public:
  // `tokens` ends with kEnd, as Tokenize gives it.
  explicit TokenCursor(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }
  const Token& peek() const { return tokens_[position_]; }
  const Token& peek_next() const {
    return tokens_[position_ + 1 < tokens_.size() ? position_ + 1 : position_];
  }
  bool AtWord(std::string_view word) const;
  bool AtMark(std::string_view mark) const;
  bool AtEnd() const { return peek().kind == Token::Kind::kEnd; }

  // Steps over the token if it is the one asked for.
  bool AcceptWord(std::string_view word);
  bool AcceptMark(std::string_view mark);

  void ExpectWord(std::string_view word);
  void ExpectMark(std::string_view mark);
  void ExpectNewline();
  std::string ExpectString(std::string_view what);
  // A word or a string.
  std::string ExpectName(std::string_view what);
  // An integer with an optional sign that fits int64_t.
  int64_t ExpectSigned(std::string_view what);
  uint64_t ExpectUnsigned(std::string_view what, uint64_t max);
  // A word made of `prefix` and a number: "r12". The number may be `max` at most.
  uint32_t ExpectNumbered(std::string_view prefix, std::string_view what, uint32_t max);
  // Whether the token is such a word.
  bool AtNumbered(std::string_view prefix) const;

  // Returns the token and steps over it.
  Token Take();

  // Records "expected WHAT, found TOKEN", or `message` as it is, at the token.
  void FailExpected(std::string_view what);
  void Fail(const Token& token, const std::string& message);

 private:
  std::vector<Token> tokens_;
  size_t position_ = 0;
  absl::Status status_;
};

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_TOKEN_CURSOR_H_
