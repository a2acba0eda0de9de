#include "report/ignore_comments.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"

namespace plait {
namespace {

constexpr std::string_view kMark = "plait:";
constexpr std::string_view kIgnore = "ignore";

bool IsWordCharacter(char c) { return absl::ascii_isalnum(c) || c == '_'; }

bool Consume(std::string_view* text, std::string_view prefix) {
  if (!text->starts_with(prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}

std::string_view WithoutBlanks(std::string_view text) {
  while (!text.empty() && absl::ascii_isspace(text.front())) text.remove_prefix(1);
  while (!text.empty() && absl::ascii_isspace(text.back())) text.remove_suffix(1);
  return text;
}

struct Comment {
  size_t begin = 0;  // of its "//" or "/*"
  size_t end = 0;    // behind it
};

// Tells comments from code and literals. Not a preprocessor: it neither joins lines outside of
// comments nor knows what #if leaves out, neither of which hides a comment from people.
class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source), is_code_(source.size(), 0) {}

  void Run() {
    for (size_t i = 0; i < source_.size();) {
      const std::string_view rest = source_.substr(i);
      const size_t begin = i;
      if (rest.starts_with("//")) {
        i = EndOfLine(i);
        comments_.push_back({begin, i});
        continue;
      }
      if (rest.starts_with("/*")) {
        i = After(source_.find("*/", i + 2), 2);
        comments_.push_back({begin, i});
        continue;
      }
      if (source_[i] == '"') {
        i = IsRaw(i) ? EndOfRaw(i) : EndOfLiteral(i);
      } else if (source_[i] == '\'' && !IsDigitSeparator(i)) {
        i = EndOfLiteral(i);
      } else {
        ++i;
      }
      for (size_t at = begin; at < i; ++at) is_code_[at] = !absl::ascii_isspace(source_[at]);
    }
  }

  const std::vector<Comment>& comments() const { return comments_; }

  // Whether there is code between two positions.
  bool HasCode(size_t begin, size_t end) const {
    return std::find(is_code_.begin() + begin, is_code_.begin() + end, 1) != is_code_.begin() + end;
  }

  // The next code from a position on.
  std::optional<size_t> NextCode(size_t from) const {
    const auto found = std::find(is_code_.begin() + from, is_code_.end(), 1);
    if (found == is_code_.end()) return std::nullopt;
    return found - is_code_.begin();
  }

 private:
  size_t After(size_t position, size_t length) const {
    return position == std::string_view::npos ? source_.size() : position + length;
  }

  // Of a line comment, which a backslash at its end carries on.
  size_t EndOfLine(size_t i) const {
    for (; i < source_.size(); ++i) {
      if (source_[i] != '\n') continue;
      const size_t last = source_[i - 1] == '\r' ? i - 2 : i - 1;
      if (source_[last] != '\\') return i;
    }
    return i;
  }

  // A literal that is not closed ends with its line, so that one slip does not hide the file.
  size_t EndOfLiteral(size_t i) const {
    const char quote = source_[i++];
    while (i < source_.size() && source_[i] != quote && source_[i] != '\n') {
      i += source_[i] == '\\' ? 2 : 1;
    }
    return std::min(i + 1, source_.size());
  }

  // R"x( ... )x"
  bool IsRaw(size_t quote) const {
    if (quote == 0 || source_[quote - 1] != 'R') return false;
    size_t begin = quote - 1;
    while (begin > 0 && IsWordCharacter(source_[begin - 1])) --begin;
    const std::string_view prefix = source_.substr(begin, quote - begin);
    return prefix == "R" || prefix == "u8R" || prefix == "uR" || prefix == "UR" || prefix == "LR";
  }
  size_t EndOfRaw(size_t quote) const {
    const size_t open = source_.find('(', quote);
    if (open == std::string_view::npos || open - quote > 17) return quote + 1;
    const std::string close = ")" + std::string(source_.substr(quote + 1, open - quote - 1)) + "\"";
    return After(source_.find(close, open), close.size());
  }

  // 1'000
  bool IsDigitSeparator(size_t i) const {
    size_t begin = i;
    while (begin > 0 && (IsWordCharacter(source_[begin - 1]) || source_[begin - 1] == '\''))
      --begin;
    return begin < i && absl::ascii_isdigit(source_[begin]);
  }

  const std::string_view source_;
  std::vector<char> is_code_;  // by position: neither blank nor comment
  std::vector<Comment> comments_;
};

// The words of the comment from "plait:" on, if it begins so: behind its "//" or "/*", or in the
// midst of it behind another "//".
std::optional<std::string_view> Marked(std::string_view comment) {
  if (comment.starts_with("/*") && comment.ends_with("*/")) comment.remove_suffix(2);
  for (size_t at = comment.find(kMark); at != std::string_view::npos;
       at = comment.find(kMark, at + 1)) {
    std::string_view before = WithoutBlanks(comment.substr(0, at));
    while (before.ends_with('!') || before.ends_with('<')) before.remove_suffix(1);
    const std::string_view behind = WithoutBlanks(comment.substr(at + kMark.size()));
    const bool is_start = before.ends_with("//") || before.ends_with('*');
    if (is_start && behind.starts_with(kIgnore)) return behind;
  }
  return std::nullopt;
}

// Several lines and blanks become one space each, without the stars or backslashes that connect
// lines.
std::string OneLine(std::string_view text) {
  std::string result;
  bool is_line_start = false;
  for (const char c : WithoutBlanks(text)) {
    if (c == '\n') {
      if (result.ends_with('\\')) result.pop_back();
      is_line_start = true;
    }
    if (absl::ascii_isspace(c)) {
      if (!result.ends_with(' ')) result += ' ';
      continue;
    }
    if (!is_line_start || c != '*') result += c;
    is_line_start = false;
  }
  return std::string(WithoutBlanks(result));
}

// Reads "ignore[a, table[*].count] reason". False if it says something else, such as "ignored".
bool Parse(std::string_view words, IgnoreComment* comment) {
  Consume(&words, kIgnore);
  if (!words.empty() && IsWordCharacter(words[0])) return false;
  size_t end = 0;
  if (words.starts_with('[')) {
    int depth = 0;
    size_t begin = 1;
    for (; end < words.size(); ++end) {
      const char c = words[end];
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      const bool is_last = c == ']' && depth == 0;
      if (!is_last && !(c == ',' && depth == 1)) continue;
      const std::string name = OneLine(words.substr(begin, end - begin));
      if (!name.empty()) comment->variables.push_back(name);
      begin = end + 1;
      if (is_last) break;
    }
    if (end == words.size()) return false;
    ++end;
  }
  comment->text = std::string(kIgnore) + OneLine(words.substr(0, end));
  words = WithoutBlanks(words.substr(end));
  while (Consume(&words, ":") || Consume(&words, "-") || Consume(&words, "* ")) {
    words = WithoutBlanks(words);
  }
  comment->reason = OneLine(words);
  return true;
}

// Positions to lines, for positions that only grow.
class LineCounter {
 public:
  explicit LineCounter(std::string_view source) : source_(source) {}
  uint32_t LineOf(size_t position) {
    if (position < counted_) {
      return line_ - std::count(source_.begin() + position, source_.begin() + counted_, '\n');
    }
    line_ += std::count(source_.begin() + counted_, source_.begin() + position, '\n');
    counted_ = position;
    return line_;
  }

 private:
  const std::string_view source_;
  size_t counted_ = 0;
  uint32_t line_ = 1;
};

}  // namespace

std::vector<IgnoreComment> FindIgnoreComments(std::string_view source) {
  std::vector<IgnoreComment> result;
  if (source.find(kMark) == std::string_view::npos) return result;
  Lexer lexer(source);
  lexer.Run();
  LineCounter lines(source);
  for (const Comment& place : lexer.comments()) {
    const std::optional<std::string_view> words =
        Marked(source.substr(place.begin, place.end - place.begin));
    IgnoreComment comment;
    if (!words.has_value() || !Parse(*words, &comment)) continue;
    comment.line = lines.LineOf(place.begin);
    const size_t newline = source.rfind('\n', place.begin);
    const size_t line_begin = newline == std::string_view::npos ? 0 : newline + 1;
    if (lexer.HasCode(line_begin, place.begin)) {
      comment.code_line = comment.line;
    } else if (const std::optional<size_t> code = lexer.NextCode(place.end)) {
      comment.code_line = lines.LineOf(*code);
    }
    result.push_back(std::move(comment));
  }
  return result;
}

const std::vector<IgnoreComment>& IgnoreCommentReader::CommentsOf(const std::string& file) {
  const auto [it, inserted] = comments_.try_emplace(file);
  if (inserted) it->second = FindIgnoreComments(read_(file));
  return it->second;
}

}  // namespace plait
