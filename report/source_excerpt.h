// The lines of source a report is about.
#ifndef PLAIT_REPORT_SOURCE_EXCERPT_H_
#define PLAIT_REPORT_SOURCE_EXCERPT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "proto/report.pb.h"

namespace plait {

// `text` with every byte that a terminal would obey or could not show replaced by '?': well-formed
// UTF-8 without control characters, such as XML can hold. Sources and paths are not ours to trust.
std::string Printable(std::string_view text);

// The contents of a file as reports name it, below `root` unless absolute; empty if it is gone, no
// regular file, or too large for a source.
std::string ReadSource(const std::string& root, const std::string& file);

struct SourceExcerpt {
  std::string line;   // printable, tabs expanded, cut to a width that fits a terminal
  std::string caret;  // "    ^~~~" below it; empty if the column is not known
};

struct SourceLine {
  std::string before, at, after;
};

// Where an expression stands in its line. Columns count from 1; the end is behind the last one.
struct ColumnRange {
  uint32_t begin = 0, end = 0;  // in code points
  uint32_t byte_end = 0;        // in bytes, as locations count
};

// Reads source files once each. A file that is gone, changed to be shorter or no text simply has no
// excerpt: a report must not fail for its decoration.
class SourceReader {
 public:
  // Relative files are below `root`; with an empty root nothing is read.
  explicit SourceReader(std::string root) : root_(std::move(root)) {}

  // False if there is no such line. Underlines `text` if it is what stands at the place.
  bool Excerpt(const proto::SourceLocation& location, std::string_view text,
               SourceExcerpt* excerpt);

  // The whole line, printable, tabs expanded, cut to a width that no written line has. `at` is
  // `text`, or the name that stands there instead; empty if the column is not known. False if there
  // is no such line.
  bool Line(const proto::SourceLocation& location, std::string_view text, SourceLine* result);

  // The columns of `text` at the place, or of the name that stands there instead, as where a macro
  // was used. False if there is no such place.
  bool Range(const proto::SourceLocation& location, std::string_view text, ColumnRange* range);

 private:
  struct File {
    std::string bytes;
    std::vector<size_t> line_starts;
  };
  const File& Read(const std::string& file);
  // The bytes of the line, without white space at its end. False if there is no such line.
  bool Find(const proto::SourceLocation& location, std::string_view* line);

  std::string root_;
  std::map<std::string, File> files_;
};

}  // namespace plait

#endif  // PLAIT_REPORT_SOURCE_EXCERPT_H_
