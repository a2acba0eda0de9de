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
constexpr uintmax_t kLargest = 64 << 20;  // bytes; such a file is data

bool IsContinuation(unsigned char c) { return (c & 0xc0) == 0x80; }

// Bytes of the well-formed UTF-8 character at the front, 0 if it is none or a control character.
size_t CharacterLength(std::string_view text) {
  const unsigned char c = text[0];
  if (c < 0x20 || c == 0x7f) return 0;
  if (c < 0x80) return 1;
  const size_t length = c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 && c < 0xe0 ? 2 : 0;
  if (c >= 0xf5 || length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(text[i])) return 0;
  }
  // C1 controls, which some terminals obey.
  if (c == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0) return 0;
  return length;
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
  if (root_.empty() || location.file().empty() || location.line() == 0) return false;
  const File& file = Read(location.file());
  if (location.line() > file.line_starts.size()) return false;
  const size_t begin = file.line_starts[location.line() - 1];
  std::string_view line = std::string_view(file.bytes).substr(begin);
  line = line.substr(0, line.find('\n'));
  while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) {
    line.remove_suffix(1);
  }
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
