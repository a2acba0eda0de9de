// Executions are exact: programs that check what C, POSIX and the target promise find all of it
// kept, and no schedule shows a race that is none.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzer/models/model_registry.h"
#include "checkers/witness/explore.h"
#include "checkers/witness/search.h"
#include "checkers/witness_report.h"
#include "driver/scan.h"
#include "frontend/compile_commands.h"
#include "gtest/gtest.h"
#include "tests/annotations.h"

namespace plait {
namespace {

AnalysedProgram Load(const std::string& folder, const std::vector<std::string>& files,
                     const std::vector<std::string>& flags) {
  std::vector<frontend::CompileCommand> commands;
  for (const std::string& file : files) {
    commands.push_back(frontend::FixedCommand(folder, file, flags));
  }
  ScanOptions options;
  options.project_root = folder;
  options.jobs = 1;
  absl::StatusOr<AnalysedProgram> program =
      Analyse(commands, ModelRegistry::Default(), nullptr, options);
  EXPECT_TRUE(program.ok()) << program.status();
  return program.ok() ? *std::move(program) : AnalysedProgram();
}

std::unique_ptr<witness::Executable> Prepare(const Program& program) {
  for (uint32_t d = 0; d < program.definitions().size(); ++d) {
    if (!program.definitions()[d].IsMain()) continue;
    return std::make_unique<witness::Executable>(
        program,
        [](std::string_view name, bool has_body) {
          return ModelRegistry::Default().Find(name, has_body);
        },
        d);
  }
  return nullptr;
}

// ---- What one thread computes

class ComputationTest : public testing::TestWithParam<std::string> {};

TEST_P(ComputationTest, EndsWithAllChecksPassed) {
  const std::string folder = absl::StrCat(ProgramsFolder(), "/../execution");
  const AnalysedProgram program =
      Load(folder, {absl::StrCat(folder, "/", GetParam(), ".c")}, {"-std=gnu11"});
  ASSERT_NE(program.program, nullptr);
  const auto executable = Prepare(*program.program);
  ASSERT_NE(executable, nullptr);
  witness::Machine machine(*executable, 1, {});
  machine.Start();
  // The highest thread first, so that a creator finds its threads ended.
  while (!machine.has_stopped()) {
    uint32_t t = machine.threads().size();
    while (t > 0 && !machine.CanStep(t - 1)) --t;
    ASSERT_NE(t, 0) << "nobody can go on";
    machine.Step(t - 1);
  }
  EXPECT_EQ(machine.stop_reason(), "the program ended");
  const witness::Value result = machine.threads()[0]->result;
  EXPECT_TRUE(result.known);
  EXPECT_EQ(result.bits, 0) << "the number of the first check that fails";
}

INSTANTIATE_TEST_SUITE_P(All, ComputationTest,
                         testing::Values("integers", "objects", "concurrency", "texts", "calls"),
                         [](const auto& info) { return info.param; });

// ---- What is seen of annotated programs, without any suspicion

class AnyScheduleTest : public testing::TestWithParam<AnnotatedProgram> {};

TEST_P(AnyScheduleTest, ShowsNoRaceOfRaceFreeProgramsAndAllShowThoseOfOthers) {
  const AnnotatedProgram& program = GetParam();
  const AnalysedProgram analysed = Load(ProgramsFolder(), program.files, program.flags);
  ASSERT_NE(analysed.program, nullptr);
  const auto executable = Prepare(*analysed.program);
  if (executable == nullptr) return;
  witness::Options options;
  options.runs = 400;
  const witness::SearchResult result = witness::FindWitnesses(
      *executable, {}, options,
      [&](const witness::Witness& seen) { return NameOfSeen(*executable, seen).name; });
  for (const witness::Sighting& sighting : result.sightings) {
    EXPECT_TRUE(program.is_racy()) << sighting.name << "\n"
                                   << DescribeWitness(*executable, sighting.witness).DebugString();
  }
  const witness::Exploration all = witness::Explore(*executable, {});
  EXPECT_FALSE(program.is_racy() && all.is_race_free) << all.states << " states";
}

INSTANTIATE_TEST_SUITE_P(All, AnyScheduleTest, testing::ValuesIn(FindPrograms(ProgramsFolder())),
                         [](const testing::TestParamInfo<AnnotatedProgram>& info) {
                           std::string name = info.param.name;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !absl::ascii_isalnum(c); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace plait
