// A report for people, in the style of compilers: editors and CI find `file:line:col: warning:` at
// the start of a line, and `note:` lines for the places that explain it.
#ifndef PLAIT_REPORT_TEXT_WRITER_H_
#define PLAIT_REPORT_TEXT_WRITER_H_

#include <string>

#include "proto/report.pb.h"
#include "report/selection.h"

namespace plait {

struct TextOptions {
  // Also what is left out of a short report: possible races, long call chains, every reason and
  // error.
  bool show_all = false;
  bool show_suppressed = false;
  // In a report that was compared with an earlier one: races that were there before, too.
  bool show_unchanged = false;
  // ANSI colours. Whether the reader can show them is the caller's to know.
  bool color = false;
  // Wall times in the last line. Without them equal reports have equal bytes.
  bool include_times = false;
  // Folder that the report's relative paths start from, to quote source lines; empty for no quotes.
  // Files that cannot be read are not quoted.
  std::string source_root;

  Selection Selected() const;
};

// Printable text, ending in a newline: races, files with errors, the verdict and what was covered.
std::string WriteText(const proto::Report& report, const TextOptions& options = {});

// What the text report says of one race of `report`, shown or not.
std::string WriteRaceText(const proto::Report& report, const proto::Race& race,
                          const TextOptions& options = {});

}  // namespace plait

#endif  // PLAIT_REPORT_TEXT_WRITER_H_
