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
#include "report/json_writer.h"
#include "report/text_writer.h"

namespace plait {
namespace {

bool UseColor(bool to_file) {
  const std::string when = absl::GetFlag(FLAGS_color);
  if (when == "always") return true;
  return when != "never" && !to_file && isatty(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace

absl::Status WriteReport(const proto::Report& report, const std::string& root) {
  const std::string format = absl::GetFlag(FLAGS_format);
  const std::string path = absl::GetFlag(FLAGS_output);
  std::string text;
  if (format == "json") {
    JsonOptions options;
    options.include_times = absl::GetFlag(FLAGS_times);
    text = WriteJson(report, options);
  } else {
    TextOptions options;
    options.show_all = absl::GetFlag(FLAGS_all);
    options.color = UseColor(!path.empty());
    options.include_times = absl::GetFlag(FLAGS_times);
    options.source_root = root;
    text = WriteText(report, options);
  }
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
