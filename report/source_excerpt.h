// The line of source a report is about, with a caret below it.
#ifndef PLAIT_REPORT_SOURCE_EXCERPT_H_
#define PLAIT_REPORT_SOURCE_EXCERPT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "proto/report.pb.h"

namespace plait {

// `text` with every byte that a terminal would obey or could not show replaced by '?'. Sources and
// paths are not ours to trust.
std::string Printable(std::string_view text);

// The contents of a file as reports name it, below `root` unless absolute; empty if it is gone, no
// regular file, or too large for a source.
std::string ReadSource(const std::string& root, const std::string& file);

struct SourceExcerpt {
  std::string line;   // printable, tabs expanded, cut to a width that fits a terminal
  std::string caret;  // "    ^~~~" below it; empty if the column is not known
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

 private:
  struct File {
    std::string bytes;
    std::vector<size_t> line_starts;
  };
  const File& Read(const std::string& file);

  std::string root_;
  std::map<std::string, File> files_;
};

}  // namespace plait

#endif  // PLAIT_REPORT_SOURCE_EXCERPT_H_
