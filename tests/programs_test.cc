// Every annotated program gets the reports and the verdict it asks for.
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzer/models/model_registry.h"
#include "checkers/data_race.h"
#include "driver/scan.h"
#include "frontend/compile_commands.h"
#include "gtest/gtest.h"
#include "report/text_writer.h"
#include "tests/annotations.h"

namespace plait {
namespace {

class ProgramsTest : public testing::TestWithParam<AnnotatedProgram> {};

bool IsShown(const proto::Race& race) { return race.confidence() != proto::CONFIDENCE_POSSIBLE; }

// A person's name for the variable fits if it is the whole name, its last part, or as the access
// spells it.
bool IsNamed(const proto::Race& race, const std::string& name) {
  const std::string& variable = race.variable();
  return variable == name || race.first().text() == name || race.second().text() == name ||
         (variable.size() > name.size() &&
          variable.compare(variable.size() - name.size(), name.size(), name) == 0 &&
          !absl::ascii_isalnum(variable[variable.size() - name.size() - 1])) ||
         absl::StrCat(variable, "[]") == name || variable == absl::StrCat(name, "[]");
}

bool IsAt(const proto::Access& access, const Annotation& annotation) {
  return static_cast<int>(access.location().line()) == annotation.line &&
         access.location().file() == annotation.file;
}

bool IsReported(const proto::Report& report, const Annotation& annotation, bool any_line) {
  return std::any_of(report.races().begin(), report.races().end(), [&](const proto::Race& race) {
    return IsShown(race) && IsNamed(race, annotation.variable) &&
           (any_line || IsAt(race.first(), annotation) || IsAt(race.second(), annotation));
  });
}

std::vector<frontend::CompileCommand> CommandsOf(const AnnotatedProgram& program) {
  std::vector<frontend::CompileCommand> commands;
  for (const std::string& file : program.files) {
    commands.push_back(frontend::FixedCommand(ProgramsFolder(), file, program.flags));
  }
  return commands;
}

ScanOptions OptionsOfPrograms() {
  ScanOptions options;
  options.project_root = ProgramsFolder();
  options.jobs = 1;
  return options;
}

// What there is to say of each variable, by name.
std::map<std::string, std::string> Judgements(const proto::Report& report) {
  std::map<std::string, std::string> judgements = {{"", proto::Verdict_Name(report.verdict())}};
  for (const proto::Race& race : report.races()) {
    judgements[race.variable()] += proto::Confidence_Name(race.confidence()) + " ";
  }
  return judgements;
}

TEST(ProgramsFolder, AllThatLiesThereIsRead) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(ProgramsFolder())) {
    const std::filesystem::path extension = entry.path().extension();
    EXPECT_TRUE(entry.is_directory() || extension == ".c" || extension == ".cc" ||
                extension == ".h")
        << entry.path() << " is no program: C has the extension .c, C++ .cc";
  }
}

TEST_P(ProgramsTest, IsJudgedAsAnnotated) {
  const AnnotatedProgram& program = GetParam();
  const absl::StatusOr<proto::Report> report =
      Scan(CommandsOf(program), ModelRegistry::Default(), nullptr, OptionsOfPrograms());
  ASSERT_TRUE(report.ok()) << report.status();
  TextOptions text_options;
  text_options.show_all = true;
  text_options.source_root = ProgramsFolder();
  SCOPED_TRACE(WriteText(*report, text_options));

  bool expects_race = false, has_false_alarm = false;
  for (const Annotation& a : program.annotations) {
    const std::string place = absl::StrCat(a.file, ":", a.line, " ", a.variable);
    switch (a.kind) {
      case Annotation::Kind::kRace:
        // One pair is shown for each variable: a variable with more than two marked lines needs
        // two.
        EXPECT_TRUE(IsReported(*report, a, /*any_line=*/true)) << "not reported: " << place;
        expects_race = true;
        break;
      case Annotation::Kind::kFalseAlarm:
        has_false_alarm = true;
        EXPECT_TRUE(IsReported(*report, a, /*any_line=*/true))
            << "no false alarm any more, remove the annotation: " << place;
        break;
      case Annotation::Kind::kMissed:
        EXPECT_FALSE(IsReported(*report, a, /*any_line=*/true))
            << "missed no more, make it RACE!: " << place;
        break;
    }
  }
  for (const proto::Race& race : report->races()) {
    if (!IsShown(race)) continue;
    bool named = false, placed = false;
    for (const Annotation& a : program.annotations) {
      if (a.kind == Annotation::Kind::kMissed || !IsNamed(race, a.variable)) continue;
      named = true;
      placed |= IsAt(race.first(), a) || IsAt(race.second(), a);
    }
    EXPECT_TRUE(named) << "false alarm on " << race.variable();
    if (named) EXPECT_TRUE(placed) << "reported at other lines: " << race.variable();
  }
  if (program.is_unknown_today) {
    EXPECT_EQ(report->verdict(), proto::VERDICT_UNKNOWN)
        << "decided now, remove the line TODAY: unknown";
  } else if (expects_race) {
    if (!program.may_be_unknown) EXPECT_EQ(report->verdict(), proto::VERDICT_RACE);
  } else if (!has_false_alarm) {
    EXPECT_NE(report->verdict(), proto::VERDICT_RACE);
    if (program.is_racy()) EXPECT_NE(report->verdict(), proto::VERDICT_RACE_FREE);
    if (!program.may_be_unknown && program.annotations.empty()) {
      EXPECT_EQ(report->verdict(), proto::VERDICT_RACE_FREE);
    }
  }
}

// A pair of classes of accesses is judged as all the pairs it stands for.
TEST_P(ProgramsTest, ClassesOfAccessesStandForAll) {
  absl::StatusOr<AnalysedProgram> analysed =
      Analyse(CommandsOf(GetParam()), ModelRegistry::Default(), nullptr, OptionsOfPrograms());
  ASSERT_TRUE(analysed.ok()) << analysed.status();
  CheckOptions each_with_each;
  each_with_each.compare_all = true;
  EXPECT_EQ(Judgements(CheckDataRaces(*analysed->program, analysed->summaries)),
            Judgements(CheckDataRaces(*analysed->program, analysed->summaries, each_with_each)));
}

INSTANTIATE_TEST_SUITE_P(All, ProgramsTest, testing::ValuesIn(FindPrograms(ProgramsFolder())),
                         [](const testing::TestParamInfo<AnnotatedProgram>& info) {
                           std::string name = info.param.name;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !absl::ascii_isalnum(c); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace plait
