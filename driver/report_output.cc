#include "driver/report_output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "driver/exit_codes.h"
#include "driver/options.h"
#include "driver/version.h"
#include "report/formats.h"
#include "report/selection.h"

ABSL_FLAG(bool, suppressed, false, "show suppressed races too");
ABSL_FLAG(bool, unchanged, false, "show races that were there before, too");

namespace plait {
namespace {

bool UseColor(bool to_file) {
  const std::string when = absl::GetFlag(FLAGS_color);
  if (when == "always") return true;
  return when != "never" && !to_file && isatty(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace

absl::Status WriteReport(const proto::Report& report, const std::string& root) {
  const std::string name = absl::GetFlag(FLAGS_format);
  const std::string path = absl::GetFlag(FLAGS_output);
  const Format* format = name.empty() ? &FormatForFile(path) : FindFormat(name);
  if (format == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("--format ", name, ": formats are ", FormatNames()));
  }
  FormatOptions options;
  options.selection.possible = absl::GetFlag(FLAGS_all);
  options.selection.suppressed = absl::GetFlag(FLAGS_suppressed);
  options.selection.unchanged = absl::GetFlag(FLAGS_unchanged);
  options.color = UseColor(!path.empty());
  options.include_times = absl::GetFlag(FLAGS_times);
  options.source_root = root;
  options.tool_version = kVersion;
  const std::string text = format->write(report, options);
  if (path.empty()) {
    std::cout << text << std::flush;
    return absl::OkStatus();
  }
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size()) {
    if (file != nullptr) std::fclose(file);
    return absl::InvalidArgumentError(absl::StrCat("--output ", path, ": cannot write the report"));
  }
  std::fclose(file);
  return absl::OkStatus();
}

int ExitCodeOf(const proto::Report& report) {
  const bool races = std::any_of(report.races().begin(), report.races().end(),
                                 [](const proto::Race& race) { return race.fails_run(); });
  if (races) return kExitRaces;
  return report.failed_units_size() > 0 ? kExitFailedUnits : kExitClean;
}

}  // namespace plait
