#include "driver/execute.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/witness/search.h"
#include "checkers/witness_report.h"

namespace plait {
namespace {

std::string PlaceText(const proto::SourceLocation& place) {
  return absl::StrCat(place.file(), ":", place.line(), ":", place.column());
}

void ExecuteMain(const Program& program, const ModelRegistry& models, uint32_t main,
                 Executed* executed) {
  witness::Executable executable(
      program, [&](std::string_view name, bool has_body) { return models.Find(name, has_body); },
      main);
  witness::Options options;
  options.runs = 2000;
  const witness::SearchResult result = witness::FindWitnesses(
      executable, {}, options,
      [&](const witness::Witness& seen) { return NameOfSeen(executable, seen).name; });
  executed->races += result.sightings.size();
  for (const witness::Sighting& sighting : result.sightings) {
    const proto::Witness described = DescribeWitness(executable, sighting.witness);
    absl::StrAppend(&executed->text, "race on '", sighting.name, "':\n");
    for (const proto::WitnessStep& step : described.steps()) {
      absl::StrAppend(&executed->text, "  ",
                      step.thread() == 0 ? "main thread" : absl::StrCat("thread ", step.thread()),
                      " ", step.what(), " at ", PlaceText(step.location()), "\n");
    }
  }
  const std::string& file = program.definitions()[main].file();
  absl::StrAppend(&executed->text, file, ": ", result.sightings.size(), " races in ",
                  result.runs + result.far_runs, " runs, ", result.steps + result.far_steps,
                  " instructions\n");
  for (const auto& [reason, count] : result.ends) {
    absl::StrAppend(&executed->text, "  ", count, "x ", reason, "\n");
  }
}

}  // namespace

absl::StatusOr<Executed> ExecutePrograms(const Program& program, const ModelRegistry& models) {
  Executed executed;
  bool has_main = false;
  for (uint32_t d = 0; d < program.definitions().size(); ++d) {
    if (!program.definitions()[d].IsMain()) continue;
    has_main = true;
    ExecuteMain(program, models, d, &executed);
  }
  if (!has_main) return absl::InvalidArgumentError("nothing to execute: no file has a main");
  return executed;
}

}  // namespace plait
