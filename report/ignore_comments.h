// Comments in C and C++ sources with which people say that a race is to be left alone.
//
//   hits++;  // plait: ignore[hits] approximate on purpose
//
//   /* plait: ignore the watchdog only needs to see some recent value */
//   last_seen = now;
#ifndef PLAIT_REPORT_IGNORE_COMMENTS_H_
#define PLAIT_REPORT_IGNORE_COMMENTS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plait {

struct IgnoreComment {
  uint32_t line = 0;                   // where the comment begins, 1-based
  uint32_t code_line = 0;              // the line it is about; 0: there is none
  std::vector<std::string> variables;  // globs; empty: any
  std::string reason;                  // may be missing, which makes it void
  std::string text;                    // "ignore[hits]"
};

// The comments among the characters of a source file that begin with "plait: ignore", in order.
// Each is about its own line, or the next one with code if no code stands beside it. What stands in
// string literals is no comment. A file without "plait:" costs one search for it.
std::vector<IgnoreComment> FindIgnoreComments(std::string_view source);

// The comments of many files, each of which is read once. For one thread at a time.
class IgnoreCommentReader {
 public:
  // `read` returns the contents of a file; empty if it cannot be read.
  explicit IgnoreCommentReader(std::function<std::string(const std::string& file)> read)
      : read_(std::move(read)) {}

  // The reference stays valid.
  const std::vector<IgnoreComment>& CommentsOf(const std::string& file);

 private:
  const std::function<std::string(const std::string& file)> read_;
  std::map<std::string, std::vector<IgnoreComment>> comments_;
};

}  // namespace plait

#endif  // PLAIT_REPORT_IGNORE_COMMENTS_H_
