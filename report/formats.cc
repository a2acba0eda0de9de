#include "report/formats.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/html_writer.h"
#include "report/json_writer.h"
#include "report/review_writers.h"
#include "report/sarif_writer.h"
#include "report/text_writer.h"

namespace plait {
namespace {

std::string Text(const proto::Report& report, const FormatOptions& options) {
  TextOptions text;
  text.show_all = options.selection.possible;
  text.show_suppressed = options.selection.suppressed;
  text.show_unchanged = options.selection.unchanged;
  text.color = options.color;
  text.include_times = options.include_times;
  text.source_root = options.source_root;
  return WriteText(report, text);
}

std::string Json(const proto::Report& report, const FormatOptions& options) {
  return WriteJson(report, {.include_times = options.include_times});
}

std::string Sarif(const proto::Report& report, const FormatOptions& options) {
  return WriteSarif(report,
                    {.source_root = options.source_root, .tool_version = options.tool_version});
}

std::string Html(const proto::Report& report, const FormatOptions& options) {
  return WriteHtml(report, {.selection = options.selection,
                            .include_times = options.include_times,
                            .source_root = options.source_root,
                            .tool_version = options.tool_version});
}

template <std::string (*kWrite)(const proto::Report&, const ReviewFormat&)>
std::string Review(const proto::Report& report, const FormatOptions& options) {
  return kWrite(report, {.selection = options.selection, .source_root = options.source_root});
}

}  // namespace

const std::vector<Format>& Formats() {
  static const std::vector<Format>& formats = *new std::vector<Format>{
      {"text", "for people, in the form of compiler warnings", "", Text},
      {"json", "everything, for programs", ".json", Json},
      {"sarif", "SARIF 2.1.0, for code scanning and editors", ".sarif", Sarif},
      {"html", "one page for a browser", ".html", Html},
      {"rdjson", "for reviewdog", "", Review<WriteRdjson>},
      {"gitlab", "GitLab's code quality report", "", Review<WriteGitlab>},
      {"junit", "JUnit's XML, for test dashboards", "", Review<WriteJunit>},
  };
  return formats;
}

const Format* FindFormat(std::string_view name) {
  for (const Format& format : Formats()) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

const Format& FormatForFile(std::string_view path) {
  for (const Format& format : Formats()) {
    if (*format.ending != '\0' && path.ends_with(format.ending)) return format;
  }
  return Formats().front();
}

std::string FormatsHelp() {
  std::string help =
      "  --format FORMAT  how to write the report (default: as the name of --output ends, else "
      "text):\n";
  for (const Format& format : Formats()) {
    absl::StrAppendFormat(&help, "                   %-7s %s\n", format.name, format.summary);
  }
  return help;
}

std::string FormatNames() {
  std::string names;
  for (const Format& format : Formats()) {
    const char* separator = names.empty() ? "" : &format == &Formats().back() ? " or " : ", ";
    absl::StrAppend(&names, separator, format.name);
  }
  return names;
}

}  // namespace plait
