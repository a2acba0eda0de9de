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

}  // namespace

absl::StatusOr<Executed> ExecuteProgram(const Program& program, const ModelRegistry& models) {
  std::vector<uint32_t> mains;
  for (uint32_t d = 0; d < program.definitions().size(); ++d) {
    if (program.definitions()[d].body->name == "main") mains.push_back(d);
  }
  if (mains.size() != 1) {
    return absl::InvalidArgumentError(absl::StrCat("execute needs one program; these files have ",
                                                   mains.size(),
                                                   " functions main: name the files of one"));
  }
  witness::Executable executable(
      program, [&](std::string_view name, bool has_body) { return models.Find(name, has_body); },
      mains[0]);
  witness::Options options;
  options.runs = 2000;
  const witness::SearchResult result = witness::FindWitnesses(
      executable, {}, options,
      [&](const witness::Witness& seen) { return NameOfSeen(executable, seen).name; });
  Executed executed;
  executed.races = result.sightings.size();
  for (const witness::Sighting& sighting : result.sightings) {
    const proto::Witness described = DescribeWitness(executable, sighting.witness);
    absl::StrAppend(&executed.text, "race on '", sighting.name, "':\n");
    for (const proto::WitnessStep& step : described.steps()) {
      absl::StrAppend(&executed.text, "  thread ", step.thread(), ", ",
                      described.threads(step.thread()).entry(), "(), ", step.what(), " at ",
                      PlaceText(step.location()), "\n");
    }
  }
  absl::StrAppend(&executed.text, executed.races, " races in ", result.runs, " runs, ",
                  result.steps, " instructions\n");
  for (const auto& [reason, count] : result.ends) {
    absl::StrAppend(&executed.text, "  ", count, "x ", reason, "\n");
  }
  return executed;
}

}  // namespace plait
