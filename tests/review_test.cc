// Changes that bring races, each of a kind: review/cases/*.patch. A patch is applied to its project
// in a git repository and reviewed; then it is taken back and reviewed again.
//
// The text before the patch says what is expected:
//
//   PROJECT: server                    folder below review/
//   INTRODUCED: server.hits race       a variable and the confidence, for each that is shown
//   CAUSE: -  lock(&m);                a line of the patch; what brought each of them, first of
//   all,
//                                      must be one of these
#include "driver/review.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/models/model_registry.h"
#include "frontend/compile_commands.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "report/words.h"
#include "review/test_repository.h"
#include "summaries/memory_store.h"

namespace plait {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;

struct Case {
  std::string name;
  std::string patch;  // absolute
  std::string project;
  std::set<std::string> introduced;  // "variable confidence"
  std::set<std::string> causes;      // "-" or "+", and the line without blanks around it
};

std::string Folder() { return (fs::current_path() / "tests/review").string(); }

std::string SignAndText(const std::string& line) {
  return line[0] + std::string(absl::StripAsciiWhitespace(line.substr(1)));
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const fs::directory_entry& entry : fs::directory_iterator(Folder() + "/cases")) {
    Case c;
    c.name = entry.path().stem().string();
    c.patch = entry.path().string();
    std::ifstream in(entry.path());
    std::set<std::string> changed;
    for (std::string line; std::getline(in, line);) {
      if (absl::StartsWith(line, "PROJECT: ")) c.project = line.substr(9);
      if (absl::StartsWith(line, "INTRODUCED: ")) c.introduced.insert(line.substr(12));
      if (absl::StartsWith(line, "CAUSE: ")) c.causes.insert(SignAndText(line.substr(7)));
      if (line[0] == '-' || line[0] == '+') changed.insert(SignAndText(line));
    }
    for (const std::string& cause : c.causes) EXPECT_THAT(changed, Contains(cause)) << c.name;
    cases.push_back(std::move(c));
  }
  std::sort(cases.begin(), cases.end(),
            [](const Case& a, const Case& b) { return a.name < b.name; });
  return cases;
}

std::string Describe(const proto::Race& race) {
  return absl::StrCat(race.variable(), " ", ConfidenceWord(race.confidence()));
}

class ReviewCaseTest : public testing::Test {
 protected:
  void SetUpProject(const std::string& project) {
    for (const fs::directory_entry& entry : fs::directory_iterator(Folder() + "/" + project)) {
      std::ifstream in(entry.path(), std::ios::binary);
      repository_->Write(entry.path().filename().string(),
                         std::string(std::istreambuf_iterator<char>(in), {}));
      if (entry.path().extension() == ".c") {
        commands_.push_back(
            frontend::FixedCommand(repository_->path(), entry.path().filename().string(), {}));
      }
    }
    repository_->Commit("before");
  }

  proto::Report ReviewAgainst(const std::string& base) {
    ScanOptions scan;
    scan.project_root = repository_->path();
    scan.jobs = 1;
    ReviewOptions options;
    options.base = base;
    absl::StatusOr<Review> review =
        ReviewChange(commands_, ModelRegistry::Default(), store_.get(), scan, options);
    EXPECT_TRUE(review.ok()) << review.status();
    return review.ok() ? review->report : proto::Report();
  }

  std::unique_ptr<TestRepository> repository_ = std::make_unique<TestRepository>();
  std::vector<frontend::CompileCommand> commands_;
  const std::unique_ptr<Store> store_ = NewMemoryStore();
};

void ExpectIntroduced(const Case& expected, const proto::Report& report) {
  std::set<std::string> introduced;
  for (const proto::Race& race : report.races()) {
    if (race.confidence() == proto::CONFIDENCE_POSSIBLE) continue;
    EXPECT_EQ(race.baseline_state(), proto::BASELINE_INTRODUCED) << Describe(race);
    introduced.insert(Describe(race));
    std::string causes;
    for (const proto::Cause& cause : race.causes()) {
      absl::StrAppend(&causes, "\n  ", cause.location().file(), ":", cause.location().line(), ": ",
                      cause.what(), ": ", cause.in_base() ? "-" : "+", cause.text());
    }
    ASSERT_GT(race.causes_size(), 0) << Describe(race);
    const proto::Cause& first = race.causes(0);
    EXPECT_THAT(expected.causes, Contains((first.in_base() ? "-" : "+") + first.text()))
        << Describe(race) << ", of" << causes;
  }
  EXPECT_EQ(introduced, expected.introduced);
  EXPECT_EQ(report.fixed_size(), 0);
}

void ExpectFixed(const Case& expected, const proto::Report& report) {
  std::set<std::string> fixed;
  for (const proto::Race& race : report.fixed()) {
    if (race.confidence() != proto::CONFIDENCE_POSSIBLE) fixed.insert(Describe(race));
  }
  EXPECT_EQ(fixed, expected.introduced);
  for (const proto::Race& race : report.races()) {
    EXPECT_EQ(race.baseline_state(), proto::BASELINE_UNCHANGED) << Describe(race);
  }
}

class OneCaseTest : public ReviewCaseTest {
 public:
  explicit OneCaseTest(Case c) : case_(std::move(c)) {}

  void TestBody() override {
    SetUpProject(case_.project);
    repository_->Git({"apply", case_.patch});
    ExpectIntroduced(case_, ReviewAgainst("HEAD"));
    const proto::Report again = ReviewAgainst("HEAD");
    ExpectIntroduced(case_, again);
    EXPECT_EQ(again.stats().units_parsed(), 0u) << "the base is remembered beside the head";
    EXPECT_EQ(again.stats().procedures_analysed(), 0u);
    // What is committed is no change any more; what takes it back is one.
    repository_->Commit("after");
    EXPECT_EQ(ReviewAgainst("HEAD").races_size(), 0);
    ExpectIntroduced(case_, ReviewAgainst("HEAD~"));
    repository_->Git({"apply", "--reverse", case_.patch});
    ExpectFixed(case_, ReviewAgainst("HEAD"));
  }

 private:
  const Case case_;
};

}  // namespace
}  // namespace plait

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const plait::Case& c : plait::Cases()) {
    testing::RegisterTest("ReviewCases", c.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [c]() -> plait::ReviewCaseTest* { return new plait::OneCaseTest(c); });
  }
  return RUN_ALL_TESTS();
}
