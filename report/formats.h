// The formats a report can be written in: one table for the command line, its help and its checks.
#ifndef PLAIT_REPORT_FORMATS_H_
#define PLAIT_REPORT_FORMATS_H_

#include <string>
#include <string_view>
#include <vector>

#include "proto/report.pb.h"
#include "report/selection.h"

namespace plait {

struct FormatOptions {
  Selection selection;
  bool color = false;          // of formats that have it
  bool include_times = false;  // wall times; without them equal reports have equal bytes
  std::string source_root;     // absolute; relative paths start from it
  std::string tool_version;
};

struct Format {
  const char* name;
  const char* summary;  // for help texts
  const char* ending;   // of file names that call for it; "" for none
  std::string (*write)(const proto::Report& report, const FormatOptions& options);
};

// In the order to show them in; the first is the default.
const std::vector<Format>& Formats();

// Null if there is none.
const Format* FindFormat(std::string_view name);

// The format that the ending of the file's name calls for, or the default.
const Format& FormatForFile(std::string_view path);

// "text, json or sarif"
std::string FormatNames();

// The lines on --format of a command's help.
std::string FormatsHelp();

}  // namespace plait

#endif  // PLAIT_REPORT_FORMATS_H_
