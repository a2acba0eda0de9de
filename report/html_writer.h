// A report as one HTML page for a browser: nothing is loaded from elsewhere, and all of it can be
// read without the script.
#ifndef PLAIT_REPORT_HTML_WRITER_H_
#define PLAIT_REPORT_HTML_WRITER_H_

#include <string>

#include "proto/report.pb.h"
#include "report/selection.h"

namespace plait {

struct HtmlOptions {
  // What is shown at first; the page has all races.
  Selection selection;
  bool include_times = false;
  // Folder that relative paths start from, to quote sources; empty for no quotes.
  std::string source_root;
  std::string tool_version;
};

// Valid UTF-8, ending in a newline.
std::string WriteHtml(const proto::Report& report, const HtmlOptions& options = {});

}  // namespace plait

#endif  // PLAIT_REPORT_HTML_WRITER_H_
