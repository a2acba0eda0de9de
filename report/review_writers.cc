#include "report/review_writers.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/escape.h"
#include "report/phrases.h"
#include "report/source_excerpt.h"
#include "report/text_writer.h"
#include "report/words.h"

namespace plait {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kRule[] = "data-race";

std::string Dump(const Json& json) {
  // Paths are bytes of somebody's files; the library would throw for what is no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<const proto::Race*> Shown(const proto::Report& report, const Selection& selection) {
  std::vector<const proto::Race*> races;
  for (const proto::Race& race : report.races()) {
    if (IsShown(race, report, selection)) races.push_back(&race);
  }
  return races;
}

// ---- rdjson

// Columns count bytes, as ours.
Json RdLocation(const proto::SourceLocation& place, const std::string& text,
                SourceReader* sources) {
  Json location = {{"path", place.file()}};
  if (place.line() == 0) return location;
  Json start = {{"line", place.line()}};
  if (place.column() > 0) start["column"] = place.column();
  Json range = {{"start", std::move(start)}};
  if (ColumnRange columns; sources->Range(place, text, &columns)) {
    range["end"] = {{"line", place.line()}, {"column", columns.byte_end}};
  }
  location["range"] = std::move(range);
  return location;
}

const char* RdSeverity(proto::Confidence confidence) {
  switch (confidence) {
    case proto::CONFIDENCE_RACE:
      return "ERROR";
    case proto::CONFIDENCE_LIKELY:
      return "WARNING";
    default:
      return "INFO";
  }
}

const proto::Cause* CauseInChange(const proto::Race& race) {
  for (const proto::Cause& cause : race.causes()) {
    if (!cause.in_base() && cause.location().line() > 0) return &cause;
  }
  return nullptr;
}

Json Diagnostic(const proto::Report& report, const proto::Race& race, SourceReader* sources) {
  const proto::Access &first = race.first(), &second = race.second();
  const proto::Cause* cause = CauseInChange(race);
  Json related = Json::array();
  const auto add = [&](const proto::SourceLocation& place, const std::string& message,
                       const std::string& text = "") {
    if (place.file().empty()) return;
    related.push_back({{"message", message}, {"location", RdLocation(place, text, sources)}});
  };
  if (cause != nullptr) {
    add(first.location(), AccessWithLocks(report, first, false), first.text());
  }
  add(second.location(), AccessWithLocks(report, second, first.thread() == second.thread()),
      second.text());
  add(race.declared(), VariablePhrase(race));
  return {{"message", RaceSentence(report, race)},
          {"location", cause != nullptr ? RdLocation(cause->location(), "", sources)
                                        : RdLocation(first.location(), first.text(), sources)},
          {"severity", RdSeverity(race.confidence())},
          {"code", {{"value", kRule}}},
          {"related_locations", std::move(related)}};
}

// ---- GitLab

const char* GitlabSeverity(proto::Confidence confidence) {
  switch (confidence) {
    case proto::CONFIDENCE_RACE:
      return "critical";
    case proto::CONFIDENCE_LIKELY:
      return "major";
    default:
      return "minor";
  }
}

// ---- JUnit

std::string Attribute(const char* name, const std::string& value) {
  return absl::StrCat(" ", name, "=\"", EscapeMarkup(value), "\"");
}

// The names tell runs apart in a dashboard: neither lines nor what changes from run to run.
std::string JunitRace(const proto::Report& report, const proto::Race& race,
                      const ReviewFormat& options) {
  TextOptions text;
  text.source_root = options.source_root;
  const proto::SourceLocation& place = race.first().location();
  std::string name =
      absl::StrCat("data race on ", Quoted(race.variable()), ": ", KindPhrase(race.first()), " in ",
                   CallName(race.first().function()), ", ", KindPhrase(race.second()), " in ",
                   CallName(race.second().function()));
  std::string line;
  if (place.line() > 0) line = Attribute("line", absl::StrCat(place.line()));
  return absl::StrCat(
      "    <testcase", Attribute("name", name), Attribute("classname", Printable(place.file())),
      Attribute("file", Printable(place.file())), line, ">\n      <failure",
      Attribute("type", ConfidenceWord(race.confidence())),
      Attribute("message", RaceSentence(report, race)), ">",
      EscapeMarkup(WriteRaceText(report, race, text)), "</failure>\n    </testcase>\n");
}

std::string JunitFailedUnit(const proto::FailedUnit& unit) {
  std::string errors;
  for (const std::string& error : unit.errors()) absl::StrAppend(&errors, Printable(error), "\n");
  return absl::StrCat("    <testcase", Attribute("name", "parsed in full"),
                      Attribute("classname", Printable(unit.file())),
                      Attribute("file", Printable(unit.file())), ">\n      <error",
                      Attribute("type", "unit-errors"),
                      Attribute("message", unit.nothing_parsed()
                                               ? "could not be parsed; nothing of it was analysed"
                                               : "parsed in part; the rest of it was not analysed"),
                      ">", EscapeMarkup(errors), "</error>\n    </testcase>\n");
}

}  // namespace

std::string WriteRdjson(const proto::Report& report, const ReviewFormat& options) {
  SourceReader sources(options.source_root);
  Json diagnostics = Json::array();
  for (const proto::Race* race : Shown(report, options.selection)) {
    diagnostics.push_back(Diagnostic(report, *race, &sources));
  }
  return Dump({{"source", {{"name", "plait"}}}, {"diagnostics", std::move(diagnostics)}});
}

std::string WriteGitlab(const proto::Report& report, const ReviewFormat& options) {
  Json all = Json::array();
  for (const proto::Race* race : Shown(report, options.selection)) {
    const proto::SourceLocation& place = race->first().location();
    all.push_back({{"description", RaceSentence(report, *race)},
                   {"check_name", kRule},
                   {"fingerprint", race->fingerprint()},
                   {"severity", GitlabSeverity(race->confidence())},
                   {"location",
                    {{"path", place.file()}, {"lines", {{"begin", std::max(place.line(), 1u)}}}}}});
  }
  return Dump(all);
}

std::string WriteJunit(const proto::Report& report, const ReviewFormat& options) {
  const std::vector<const proto::Race*> races = Shown(report, options.selection);
  std::string cases;
  for (const proto::Race* race : races) absl::StrAppend(&cases, JunitRace(report, *race, options));
  for (const proto::FailedUnit& unit : report.failed_units()) {
    absl::StrAppend(&cases, JunitFailedUnit(unit));
  }
  size_t size = races.size() + report.failed_units_size();
  if (size == 0) {
    // Without any test some readers take a run for one that broke.
    cases = absl::StrCat(
        "    <testcase name=\"no data race is shown\" classname=\"plait\">\n"
        "      <system-out>verdict: ",
        VerdictWord(report.verdict()), "</system-out>\n    </testcase>\n");
    size = 1;
  }
  const std::string counts = absl::StrCat(
      Attribute("tests", absl::StrCat(size)), Attribute("failures", absl::StrCat(races.size())),
      Attribute("errors", absl::StrCat(report.failed_units_size())));
  return absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plait\"",
                      counts, ">\n  <testsuite name=\"data races\"", counts, ">\n", cases,
                      "  </testsuite>\n</testsuites>\n");
}

}  // namespace plait
