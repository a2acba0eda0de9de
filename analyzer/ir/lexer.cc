#include "analyzer/ir/lexer.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plait::ir {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  absl::StatusOr<std::vector<Token>> Run() {
    while (position_ < text_.size()) {
      if (absl::Status status = Step(); !status.ok()) return status;
    }
    FinishNewline();
    Add(Start(Token::Kind::kEnd, ""));
    return std::move(tokens_);
  }

 private:
  char Peek(size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  Token Start(Token::Kind kind, std::string text) const {
    return {kind, std::move(text), line_, static_cast<uint32_t>(position_ - line_start_ + 1)};
  }
  void Add(Token token) { tokens_.push_back(std::move(token)); }
  void FinishNewline() {
    if (tokens_.empty() || tokens_.back().kind == Token::Kind::kNewline) return;
    Add(Start(Token::Kind::kNewline, ""));
  }

  absl::Status Step();
  absl::Status String();
  void Word();
  void Integer();
  absl::Status Mark();

  std::string_view text_;
  size_t position_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  int depth_ = 0;  // of open parentheses and brackets
  std::vector<Token> tokens_;
};

absl::Status Lexer::Step() {
  const char c = Peek();
  if (c == '\n') {
    if (depth_ == 0) FinishNewline();
    ++position_;
    ++line_;
    line_start_ = position_;
    return absl::OkStatus();
  }
  if (c == ' ' || c == '\t' || c == '\r') {
    ++position_;
    return absl::OkStatus();
  }
  if (c == ';') {
    while (position_ < text_.size() && Peek() != '\n') ++position_;
    return absl::OkStatus();
  }
  if (c == '"') return String();
  if (IsWordStart(c)) {
    Word();
    return absl::OkStatus();
  }
  if (IsDigit(c)) {
    Integer();
    return absl::OkStatus();
  }
  return Mark();
}

absl::Status Lexer::String() {
  Token token = Start(Token::Kind::kString, "");
  ++position_;
  while (Peek() != '"') {
    const char c = Peek();
    if (position_ >= text_.size() || c == '\n') {
      return ErrorAt(token, "the string is not closed on its line");
    }
    ++position_;
    if (c != '\\') {
      token.text += c;
      continue;
    }
    const char escaped = Peek();
    ++position_;
    switch (escaped) {
      case 'n':
        token.text += '\n';
        break;
      case 't':
        token.text += '\t';
        break;
      case '"':
      case '\\':
        token.text += escaped;
        break;
      case 'x': {
        const int high = HexDigit(Peek());
        const int low = HexDigit(Peek(1));
        if (high < 0 || low < 0) return ErrorAt(token, "\\x needs two hexadecimal digits");
        token.text += static_cast<char>(high * 16 + low);
        position_ += 2;
        break;
      }
      default:
        return ErrorAt(token, "unknown escape in string; known: \\\" \\\\ \\n \\t \\xHH");
    }
  }
  ++position_;
  Add(std::move(token));
  return absl::OkStatus();
}

void Lexer::Word() {
  Token token = Start(Token::Kind::kWord, "");
  while (IsWordStart(Peek()) || IsDigit(Peek()) || Peek() == '.' || Peek() == '$') {
    token.text += Peek();
    ++position_;
  }
  Add(std::move(token));
}

void Lexer::Integer() {
  Token token = Start(Token::Kind::kInteger, "");
  const bool hex = Peek() == '0' && (Peek(1) == 'x' || Peek(1) == 'X');
  if (hex) {
    token.text = "0x";
    position_ += 2;
  }
  while (hex ? HexDigit(Peek()) >= 0 : IsDigit(Peek())) {
    token.text += Peek();
    ++position_;
  }
  Add(std::move(token));
}

absl::Status Lexer::Mark() {
  Token token = Start(Token::Kind::kMark, "");
  const std::string_view rest = text_.substr(position_);
  size_t length = 1;
  if (rest.starts_with("...")) {
    length = 3;
  } else if (rest.starts_with("..") || rest.starts_with("->")) {
    length = 2;
  }
  token.text = std::string(rest.substr(0, length));
  static constexpr std::string_view kKnown = "(){}[],:=+-*@&?";
  if (length == 1 && kKnown.find(token.text[0]) == std::string_view::npos) {
    return ErrorAt(token, "unexpected character");
  }
  if (token.text == "(" || token.text == "[") ++depth_;
  if ((token.text == ")" || token.text == "]") && depth_ > 0) --depth_;
  position_ += length;
  Add(std::move(token));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<Token>> Tokenize(std::string_view text) { return Lexer(text).Run(); }

absl::Status ErrorAt(const Token& token, const std::string& message) {
  return absl::InvalidArgumentError("line " + std::to_string(token.line) + ":" +
                                    std::to_string(token.column) + ": " + message);
}

}  // namespace plait::ir
