#include "tests/random_programs/compare.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/models/model_registry.h"
#include "driver/scan.h"
#include "frontend/compile_commands.h"
#include "tests/random_programs/printer.h"

namespace plait::random_programs {
namespace {

constexpr char kFile[] = "program.c";

const proto::Race* FindReport(const proto::Report& report, const std::string& variable) {
  for (const proto::Race& race : report.races()) {
    if (race.variable() == variable) return &race;
  }
  return nullptr;
}

std::pair<int, int> LinesOf(const proto::Race& race) {
  return std::minmax(static_cast<int>(race.first().location().line()),
                     static_cast<int>(race.second().location().line()));
}

// The outcome of a program with a race that is reported as one.
Outcome JudgeVariables(Comparison* comparison) {
  const proto::Report& report = comparison->report;
  for (const proto::Race& race : report.races()) {
    if (race.confidence() != proto::CONFIDENCE_RACE) continue;
    comparison->variable = race.variable();
    if (!comparison->consequences.has_value()) break;
    if (comparison->consequences->Find(race.variable()) == nullptr) return Outcome::kWrongVariable;
  }
  for (const RacyVariable& racy : comparison->truth.races) {
    comparison->variable = racy.name;
    if (report.reasons().empty() && FindReport(report, racy.name) == nullptr) {
      return Outcome::kMissedVariable;
    }
  }
  for (const proto::Race& race : report.races()) {
    if (race.confidence() != proto::CONFIDENCE_RACE) continue;
    comparison->variable = race.variable();
    if (!comparison->consequences.has_value()) break;
    if (comparison->consequences->Find(race.variable())->lines.count(LinesOf(race)) == 0) {
      return Outcome::kWrongPair;
    }
  }
  comparison->variable.clear();
  return Outcome::kAgreeRace;
}

Outcome Judge(Comparison* comparison) {
  const bool is_racy = comparison->truth.is_racy();
  switch (comparison->report.verdict()) {
    case proto::VERDICT_RACE:
      return is_racy ? JudgeVariables(comparison) : Outcome::kWrongRace;
    case proto::VERDICT_RACE_FREE:
      return is_racy ? Outcome::kWrongRaceFree : Outcome::kAgreeRaceFree;
    default:
      return is_racy ? Outcome::kUnknownRacy : Outcome::kUnknownRaceFree;
  }
}

const char* Access(bool writes) { return writes ? "write" : "read"; }

const char* VerdictName(proto::Verdict verdict) {
  switch (verdict) {
    case proto::VERDICT_RACE:
      return "race";
    case proto::VERDICT_RACE_FREE:
      return "race-free";
    default:
      return "unknown";
  }
}

}  // namespace

const char* OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kAgreeRace:
      return "agree: race";
    case Outcome::kAgreeRaceFree:
      return "agree: race-free";
    case Outcome::kUnknownRacy:
      return "unknown: racy";
    case Outcome::kUnknownRaceFree:
      return "unknown: race-free";
    case Outcome::kWrongRaceFree:
      return "wrong: race-free";
    case Outcome::kWrongRace:
      return "wrong: race";
    case Outcome::kWrongVariable:
      return "wrong: variable";
    case Outcome::kMissedVariable:
      return "wrong: missed variable";
    case Outcome::kWrongPair:
      return "wrong: pair";
  }
  return "";
}

bool IsWrong(Outcome outcome) {
  switch (outcome) {
    case Outcome::kAgreeRace:
    case Outcome::kAgreeRaceFree:
    case Outcome::kUnknownRacy:
    case Outcome::kUnknownRaceFree:
      return false;
    default:
      return true;
  }
}

Comparer::Comparer(const std::string& folder, int max_states, bool find_witnesses)
    : folder_(folder), max_states_(max_states), find_witnesses_(find_witnesses) {}

absl::StatusOr<proto::Report> Comparer::ScanText(const std::string& text) const {
  std::ofstream(absl::StrCat(folder_, "/", kFile)) << text;
  ScanOptions options;
  options.project_root = folder_;
  options.jobs = 1;
  options.find_witnesses = find_witnesses_;
  return Scan({frontend::FixedCommand(folder_, kFile, {})}, ModelRegistry::Default(), nullptr,
              options);
}

absl::StatusOr<Comparison> Comparer::Compare(Program program) const {
  Comparison comparison;
  comparison.text = Print(&program);
  absl::StatusOr<Truth> truth = Explore(program, max_states_);
  if (!truth.ok()) return truth.status();
  comparison.truth = *std::move(truth);
  if (comparison.truth.is_racy()) {
    absl::StatusOr<Truth> consequences =
        ExploreUnordered(program, comparison.truth, 2 * max_states_);
    if (consequences.ok()) comparison.consequences = *std::move(consequences);
  }
  absl::StatusOr<proto::Report> report = ScanText(comparison.text);
  if (!report.ok()) return absl::InternalError(report.status().message());
  if (report->failed_units_size() > 0) {
    const auto& errors = report->failed_units(0).errors();
    return absl::InternalError(absl::StrCat("does not parse: ", absl::StrJoin(errors, "; ")));
  }
  comparison.report = *std::move(report);
  comparison.outcome = Judge(&comparison);
  return comparison;
}

std::string Describe(const Comparison& comparison) {
  std::string text;
  const Truth& truth = comparison.truth;
  absl::StrAppend(&text, "// ", OutcomeName(comparison.outcome), " ", comparison.variable,
                  "\n// expected: ", truth.is_racy() ? "race" : "race-free",
                  "\n// actual: ", VerdictName(comparison.report.verdict()), "\n",
                  truth.may_block ? "// a thread may wait for ever\n" : "");
  for (const RacyVariable& race : truth.races) {
    absl::StrAppend(&text, "// racy: ", race.name, ": ", Access(race.first_writes), " in line ",
                    race.first_line, ", ", Access(race.second_writes), " in line ",
                    race.second_line, ", after\n//   ", absl::StrJoin(race.schedule, "\n//   "),
                    "\n");
  }
  for (const proto::Race& race : comparison.report.races()) {
    absl::StrAppend(&text, "// reported: ", race.variable(), " in lines ",
                    race.first().location().line(), " and ", race.second().location().line(), ", ",
                    proto::Confidence_Name(race.confidence()), ": ",
                    absl::StrJoin(race.reasons(), "; "), "\n");
  }
  for (const proto::Reason& reason : comparison.report.reasons()) {
    absl::StrAppend(&text, "// reason: ", reason.kind(), ": ", reason.text(), "\n");
  }
  absl::StrAppend(&text, "// (lines count from the first below this comment)\n", comparison.text);
  return text;
}

}  // namespace plait::random_programs
