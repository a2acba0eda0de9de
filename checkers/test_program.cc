#include "checkers/test_program.h"

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "analyzer/models/model_registry.h"
#include "analyzer/schedule/program.h"
#include "analyzer/schedule/program_testing.h"
#include "analyzer/schedule/scheduler.h"
#include "checkers/data_race.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

constexpr char kGlobals[] = R"ir(
unit "a.c"
global counter "int" size 4 definition file "a.c" line 1
global other "int" size 4 definition file "a.c" line 1
global m "pthread_mutex_t" size 40 definition file "a.c" line 2
global n "pthread_mutex_t" size 40 definition file "a.c" line 2
global slots "int[8]" size 32 definition file "a.c" line 2
global threads "pthread_t[8]" size 64 definition file "a.c" line 2
)ir";

}  // namespace

proto::Report CheckText(const std::string& procedures, const std::function<void(Summary*)>& change,
                        bool knows_models) {
  const Program program = ProgramOf(absl::StrCat(kGlobals, procedures));
  if (program.definitions().empty()) return {};
  const ModelRegistry& models = ModelRegistry::Default();
  const ModelLookup lookup = [&](std::string_view name, bool has_body) {
    return models.Find(name, has_body);
  };
  ScheduleResult result = AnalyseProgram(program, lookup, nullptr, {});
  if (change) {
    for (std::shared_ptr<const LazySummary>& summary : result.summaries) {
      auto changed = std::make_shared<Summary>(summary->get());
      change(changed.get());
      summary = std::make_shared<LazySummary>(std::move(changed));
    }
  }
  CheckOptions options;
  if (knows_models) options.models = lookup;
  options.looks_for_executions = false;
  return CheckDataRaces(program, result.summaries, options);
}

proto::Report CheckCode(const std::string& procedures) {
  return CheckText(procedures, nullptr, /*knows_models=*/true);
}

std::vector<std::string> Variables(const proto::Report& report) {
  std::vector<std::string> names;
  for (const proto::Race& race : report.races()) {
    names.push_back(absl::StrCat(race.variable(), ":", proto::Confidence_Name(race.confidence())));
  }
  return names;
}

std::string Reasons(const proto::Report& report) {
  std::string text;
  for (const proto::Reason& r : report.reasons()) absl::StrAppend(&text, r.text(), "\n");
  return text;
}

}  // namespace plait
