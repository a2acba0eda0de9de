#include "driver/verify.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/ir/digest.h"
#include "summaries/summary_codec.h"

namespace plait {
namespace {

using Digests = std::map<std::string, std::string>;  // of summaries, by definition

Digests DigestsOf(const AnalysedProgram& analysed) {
  Digests digests;
  const std::vector<Definition>& definitions = analysed.program->definitions();
  for (size_t d = 0; d < definitions.size(); ++d) {
    digests[NameText(definitions[d].name)] =
        ir::Digest128(EncodeSummary(analysed.summaries[d]->get()));
  }
  return digests;
}

// Keys with different values, or in one of the two only.
std::vector<std::string> Different(const Digests& a, const Digests& b) {
  std::vector<std::string> names;
  for (const auto& [name, digest] : a) {
    const auto other = b.find(name);
    if (other == b.end() || other->second != digest) names.push_back(name);
  }
  for (const auto& [name, digest] : b) {
    if (!a.contains(name)) names.push_back(name);
  }
  return names;
}

void CompareRaces(const proto::Report& report, const proto::Report& clean,
                  std::vector<std::string>* differences) {
  auto races = [](const proto::Report& of) {
    Digests digests;
    for (const proto::Race& race : of.races()) {
      const proto::SourceLocation& at = race.first().location();
      digests[absl::StrCat("race on ", race.variable(), " at ", at.file(), ":", at.line(), " (",
                           race.fingerprint(), ")")] = race.SerializeAsString();
    }
    return digests;
  };
  for (std::string& name : Different(races(report), races(clean))) {
    differences->push_back(std::move(name));
  }
}

}  // namespace

proto::Report WithoutWork(proto::Report report) {
  proto::RunStats* stats = report.mutable_stats();
  stats->clear_units_parsed();
  stats->clear_units_reused();
  stats->clear_procedures_analysed();
  stats->clear_summaries_reused();
  stats->clear_parse_seconds();
  stats->clear_analyse_seconds();
  stats->clear_check_seconds();
  stats->clear_total_seconds();
  auto* reasons = report.mutable_reasons();
  reasons->erase(
      std::remove_if(reasons->begin(), reasons->end(),
                     [](const proto::Reason& reason) { return reason.kind() == "store"; }),
      reasons->end());
  return report;
}

absl::StatusOr<Verification> VerifyAgainstClean(
    const std::vector<frontend::CompileCommand>& commands, const ModelRegistry& models,
    Store* store, const ScanOptions& options, const proto::Report& report) {
  ScanOptions quiet = options;
  quiet.reuse = nullptr;
  Digests reused;
  {
    absl::StatusOr<AnalysedProgram> analysed = Analyse(commands, models, store, quiet);
    if (!analysed.ok()) return analysed.status();
    reused = DigestsOf(*analysed);
  }
  absl::StatusOr<AnalysedProgram> clean = Analyse(commands, models, nullptr, quiet);
  if (!clean.ok()) return clean.status();
  Verification result;
  for (const std::string& name : Different(reused, DigestsOf(*clean))) {
    result.differences.push_back(absl::StrCat("summary of ", name));
  }
  const uint32_t units = commands.size();
  result.clean = Check(*std::move(clean), models, quiet);
  result.clean.mutable_stats()->set_units(units);
  const proto::Report mine = WithoutWork(report), other = WithoutWork(result.clean);
  CompareRaces(mine, other, &result.differences);
  if (result.differences.empty() && mine.SerializeAsString() != other.SerializeAsString()) {
    result.differences.push_back("the report, outside of its races");
  }
  return result;
}

}  // namespace plait
