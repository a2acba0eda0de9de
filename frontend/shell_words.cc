#include "frontend/shell_words.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plait::frontend {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

class Splitter {
 public:
  Splitter(std::string_view text, bool with_operators)
      : text_(text), with_operators_(with_operators) {}

  absl::StatusOr<std::vector<Words>> Run() {
    while (position_ < text_.size()) {
      if (!Step()) return absl::InvalidArgumentError("a quote is not closed");
    }
    EndCommand();
    return std::move(commands_);
  }

 private:
  char Peek(size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  bool Step();
  bool SingleQuoted();
  bool DoubleQuoted();
  void Backslash();
  size_t OperatorLength() const;
  void Redirection();
  void Add(char c) {
    word_ += c;
    in_word_ = true;
  }
  void EndWord();
  void EndCommand();

  std::string_view text_;
  const bool with_operators_;
  size_t position_ = 0;
  std::string word_;
  bool in_word_ = false;      // also true for an empty quoted word
  bool quoted_ = false;       // some of the word was quoted
  bool is_redirect_ = false;  // the next word is a file the command is redirected to
  Words words_;
  std::vector<Words> commands_;
};

void Splitter::EndWord() {
  if (in_word_ && !std::exchange(is_redirect_, false)) words_.push_back(std::move(word_));
  word_.clear();
  in_word_ = false;
  quoted_ = false;
}

void Splitter::EndCommand() {
  EndWord();
  is_redirect_ = false;
  if (!words_.empty()) commands_.push_back(std::move(words_));
  words_.clear();
}

bool Splitter::SingleQuoted() {
  const size_t end = text_.find('\'', position_ + 1);
  if (end == std::string_view::npos) return false;
  word_ += text_.substr(position_ + 1, end - position_ - 1);
  in_word_ = quoted_ = true;
  position_ = end + 1;
  return true;
}

bool Splitter::DoubleQuoted() {
  in_word_ = quoted_ = true;
  for (++position_; position_ < text_.size(); ++position_) {
    char c = Peek();
    if (c == '"') {
      ++position_;
      return true;
    }
    if (c == '\\') {
      const char next = Peek(1);
      if (next == '\n') {
        ++position_;
        continue;
      }
      if (next == '"' || next == '\\' || next == '$' || next == '`') {
        c = next;
        ++position_;
      }
    }
    word_ += c;
  }
  return false;
}

void Splitter::Backslash() {
  if (Peek(1) != '\n') {
    Add(position_ + 1 < text_.size() ? Peek(1) : '\\');
    quoted_ = true;
  }
  position_ += 2;
}

// Bytes of the operator that stands here as a word of its own, 0 if none does.
size_t Splitter::OperatorLength() const {
  const char c = Peek();
  if (c != '&' && c != '|' && c != ';') return 0;
  const size_t length = c != ';' && Peek(1) == c ? 2 : 1;
  const char after = Peek(length);
  const bool ends = position_ + length >= text_.size() || IsBlank(after);
  // `a.c; echo` separates, `-DX=a;b` does not.
  return ends || (!in_word_ && length == 2) ? length : 0;
}

// `>file`, `2> file`, `2>&1`, `<file`.
void Splitter::Redirection() {
  const bool is_descriptor =
      in_word_ && !quoted_ && std::all_of(word_.begin(), word_.end(), IsDigit);
  if (is_descriptor) {
    word_.clear();
    in_word_ = false;
  }
  EndWord();
  while (Peek() == '>' || Peek() == '<') ++position_;
  if (Peek() == '&') {
    ++position_;
    while (IsDigit(Peek()) || Peek() == '-') ++position_;
    return;
  }
  is_redirect_ = true;
}

bool Splitter::Step() {
  const char c = Peek();
  if (c == '\'') return SingleQuoted();
  if (c == '"') return DoubleQuoted();
  if (c == '\\') {
    Backslash();
    return true;
  }
  if (with_operators_) {
    if (const size_t length = OperatorLength(); length > 0 || c == '\n') {
      EndCommand();
      position_ += std::max<size_t>(length, 1);
      return true;
    }
    if (c == '>' || c == '<') {
      Redirection();
      return true;
    }
  }
  if (IsBlank(c)) {
    EndWord();
  } else {
    Add(c);
  }
  ++position_;
  return true;
}

}  // namespace

absl::StatusOr<std::vector<Words>> SplitShellCommands(std::string_view line) {
  return Splitter(line, /*with_operators=*/true).Run();
}

absl::StatusOr<Words> SplitResponseFile(std::string_view text) {
  absl::StatusOr<std::vector<Words>> commands = Splitter(text, /*with_operators=*/false).Run();
  if (!commands.ok()) return commands.status();
  return commands->empty() ? Words() : std::move(commands->front());
}

}  // namespace plait::frontend
