#include "report/source_excerpt.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace plait {
namespace {

constexpr size_t kWidth = 100;       // columns of source shown
constexpr size_t kBeforeCaret = 60;  // of them left of the caret, at most
constexpr size_t kTab = 8;
constexpr size_t kWidestLine = 400;       // bytes of a whole line; longer ones are data
constexpr uintmax_t kLargest = 64 << 20;  // bytes; such a file is data

// Bytes of the well-formed UTF-8 character at the front, 0 if it is none (The Unicode Standard,
// table 3-7), a control character, or one that XML has no place for.
size_t CharacterLength(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char c = byte(0);
  if (c < 0x20 || c == 0x7f) return 0;
  if (c < 0x80) return 1;
  const size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
  if (c < 0xc2 || c > 0xf4 || text.size() < length) return 0;
  // C1 controls, which some terminals obey, are c2 80 to c2 9f.
  const unsigned char least = c == 0xe0 || c == 0xc2 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
  const unsigned char most = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < least || byte(1) > most) return 0;
  for (size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const std::string_view character = text.substr(0, length);
  return character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf" ? 0 : length;
}

// One element for each column, so that cutting and pointing need not think of bytes. Wide
// characters count as one: their width depends on the terminal.
struct Columns {
  std::vector<std::string> cells;
  std::vector<size_t> of_byte;  // column where a byte of the line is shown
};

Columns Layout(std::string_view line) {
  Columns columns;
  for (size_t i = 0; i < line.size();) {
    if (line[i] == '\t') {
      columns.of_byte.push_back(columns.cells.size());
      do columns.cells.push_back(" ");
      while (columns.cells.size() % kTab != 0);
      ++i;
      continue;
    }
    const size_t length = CharacterLength(line.substr(i));
    const size_t taken = std::max<size_t>(length, 1);
    columns.of_byte.insert(columns.of_byte.end(), taken, columns.cells.size());
    columns.cells.push_back(length == 0 ? "?" : std::string(line.substr(i, length)));
    i += taken;
  }
  columns.of_byte.push_back(columns.cells.size());
  return columns;
}

// Bytes that are no UTF-8 count one each.
uint32_t CodePoints(std::string_view text) {
  uint32_t count = 0;
  for (size_t i = 0; i < text.size(); ++count) {
    i += std::max<size_t>(CharacterLength(text.substr(i)), 1);
  }
  return count;
}

std::string Join(const std::vector<std::string>& cells, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += cells[i];
  return text;
}

}  // namespace

std::string Printable(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    const size_t length = CharacterLength(text.substr(i));
    if (length == 0) {
      result += '?';
      ++i;
    } else {
      result += text.substr(i, length);
      i += length;
    }
  }
  return result;
}

std::string ReadSource(const std::string& root, const std::string& file) {
  const std::filesystem::path path = std::filesystem::path(root) / file;  // absolute names win
  std::error_code error;
  // Opening a pipe or a device could wait for ever.
  if (!std::filesystem::is_regular_file(path, error)) return "";
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > kLargest) return "";
  std::string bytes(size, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(in.gcount());
  return bytes;
}

bool SourceReader::Excerpt(const proto::SourceLocation& location, std::string_view text,
                           SourceExcerpt* excerpt) {
  std::string_view line;
  if (!Find(location, &line)) return false;
  if (line.empty()) return false;
  const Columns columns = Layout(line);
  const bool has_column = location.column() >= 1 && location.column() <= line.size();
  const size_t byte = has_column ? location.column() - 1 : 0;
  const size_t caret = columns.of_byte[byte];
  // Cut at the left so that the caret is in view, at the right to fit.
  const size_t left = caret > kWidth - 10 ? caret - kBeforeCaret : 0;
  const size_t right = std::min(columns.cells.size(), left + kWidth);
  excerpt->line = (left > 0 ? "..." : "") + Join(columns.cells, left, right) +
                  (right < columns.cells.size() ? "..." : "");
  excerpt->caret.clear();
  if (!has_column) return true;
  excerpt->caret = std::string(caret - left + (left > 0 ? 3 : 0), ' ') + '^';
  text = text.substr(0, text.find('\n'));
  if (!text.empty() && line.substr(byte, text.size()) == text) {
    const size_t end = std::min(columns.of_byte[byte + text.size()], right);
    if (end > caret + 1) excerpt->caret += std::string(end - caret - 1, '~');
  }
  return true;
}

bool SourceReader::Find(const proto::SourceLocation& location, std::string_view* line) {
  if (root_.empty() || location.file().empty() || location.line() == 0) return false;
  const File& file = Read(location.file());
  if (location.line() > file.line_starts.size()) return false;
  *line = std::string_view(file.bytes).substr(file.line_starts[location.line() - 1]);
  *line = line->substr(0, line->find('\n'));
  while (!line->empty() && std::isspace(static_cast<unsigned char>(line->back()))) {
    line->remove_suffix(1);
  }
  return true;
}

bool SourceReader::Line(const proto::SourceLocation& location, std::string_view text,
                        SourceLine* result) {
  std::string_view line;
  if (!Find(location, &line)) return false;
  // Of a character that the cut splits, the bytes are shown as '?'.
  const Columns columns = Layout(line.substr(0, kWidestLine));
  const size_t size = columns.cells.size();
  size_t begin = size, end = size;
  if (ColumnRange range; Range(location, text, &range) && range.byte_end <= kWidestLine) {
    begin = columns.of_byte[location.column() - 1];
    end = columns.of_byte[range.byte_end - 1];
  }
  result->before = Join(columns.cells, 0, begin);
  result->at = Join(columns.cells, begin, end);
  result->after = Join(columns.cells, end, size) + (line.size() > kWidestLine ? "..." : "");
  return true;
}

bool SourceReader::Range(const proto::SourceLocation& location, std::string_view text,
                         ColumnRange* range) {
  std::string_view line;
  if (!Find(location, &line) || location.column() < 1 || location.column() > line.size()) {
    return false;
  }
  const std::string_view at = line.substr(location.column() - 1);
  text = text.substr(0, text.find('\n'));
  size_t bytes = 0;
  if (!text.empty() && at.substr(0, text.size()) == text) {
    bytes = text.size();
  } else {
    while (bytes < at.size() &&
           (std::isalnum(static_cast<unsigned char>(at[bytes])) || at[bytes] == '_'))
      ++bytes;
    bytes = std::max<size_t>(bytes, 1);
  }
  range->begin = CodePoints(line.substr(0, location.column() - 1)) + 1;
  range->end = range->begin + CodePoints(at.substr(0, bytes));
  range->byte_end = location.column() + static_cast<uint32_t>(bytes);
  return true;
}

const SourceReader::File& SourceReader::Read(const std::string& name) {
  auto [found, is_new] = files_.try_emplace(name);
  File& file = found->second;
  if (!is_new) return file;
  file.bytes = ReadSource(root_, name);
  for (size_t at = 0; at < file.bytes.size();) {
    file.line_starts.push_back(at);
    const size_t end = file.bytes.find('\n', at);
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return file;
}

}  // namespace plait
