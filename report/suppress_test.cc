#include "report/suppress.h"

#include <map>
#include <optional>
#include <string>

#include "gtest/gtest.h"

namespace plait {
namespace {

class SuppressTest : public testing::Test {
 protected:
  SuppressTest() {
    config_.file = "/p/.plait.yaml";
    input_.config = &config_;
    input_.project_root = "/p";
    input_.is_whole_project = true;
    input_.today = "2026-06-15";
    AddRace("stats.hits", "src/a.c", 10, "add", "src/b.c", 20, "show");
  }

  proto::Race* AddRace(const std::string& variable, const std::string& file, uint32_t line,
                       const std::string& function, const std::string& second_file,
                       uint32_t second_line, const std::string& second_function) {
    proto::Race* race = report_.add_races();
    race->set_variable(variable);
    race->set_confidence(proto::CONFIDENCE_RACE);
    race->set_fingerprint("0123456789abcdef0123456789abcdef");
    race->mutable_declared()->set_file("src/h.h");
    race->mutable_declared()->set_line(3);
    race->mutable_first()->mutable_location()->set_file(file);
    race->mutable_first()->mutable_location()->set_line(line);
    race->mutable_first()->set_function(function);
    race->mutable_second()->mutable_location()->set_file(second_file);
    race->mutable_second()->mutable_location()->set_line(second_line);
    race->mutable_second()->set_function(second_function);
    return race;
  }

  SuppressionRule* AddRule(const std::string& text) {
    config_.suppressions.push_back({.reason = "because", .text = text, .line = 7});
    return &config_.suppressions.back();
  }

  // "file:line rule: justification" of the first race's suppression, "" if there is none; then what
  // is idle, "; file:line rule: problem".
  std::string Apply() {
    ApplySuppressions(Input(), &report_);
    std::string result;
    auto place = [](const proto::Suppression& s) {
      return s.location().file() + ":" + std::to_string(s.location().line()) + " " + s.rule() +
             ": ";
    };
    const proto::Race& race = report_.races(0);
    if (race.has_suppression()) {
      EXPECT_EQ(race.suppression().problem(), "");
      result = place(race.suppression()) + race.suppression().justification();
    }
    for (const proto::Suppression& idle : report_.idle_suppressions()) {
      result += "; " + place(idle) + idle.problem();
    }
    return result;
  }

  // A comment on that line of a file.
  void Comment(const std::string& file, int line, const std::string& comment) {
    files_[file] = std::string(line - 1, '\n') + "x++;  // plait: " + comment + "\n";
  }

  // With the comments as they are now.
  const SuppressionInput& Input() {
    comments_.emplace([this](const std::string& file) { return files_[file]; });
    input_.comments = &*comments_;
    return input_;
  }

  std::map<std::string, std::string> files_;
  std::optional<IgnoreCommentReader> comments_;
  Config config_;
  SuppressionInput input_;
  proto::Report report_;
};

TEST_F(SuppressTest, NothingIsSuppressedUnasked) { EXPECT_EQ(Apply(), ""); }

TEST_F(SuppressTest, ByACommentAtEitherAccessOrTheDeclaration) {
  Comment("src/a.c", 10, "ignore[stats.hits] first");
  EXPECT_EQ(Apply(), "src/a.c:10 ignore[stats.hits]: first");
  files_.clear();
  Comment("src/b.c", 20, "ignore[stats] second");
  EXPECT_EQ(Apply(), "src/b.c:20 ignore[stats]: second");
  files_.clear();
  Comment("src/h.h", 3, "ignore declared");
  EXPECT_EQ(Apply(), "src/h.h:3 ignore: declared");
}

TEST_F(SuppressTest, NotByACommentElsewhere) {
  Comment("src/a.c", 11, "ignore[stats.hits] wrong line");
  EXPECT_EQ(Apply(), "; src/a.c:11 ignore[stats.hits]: matches no race");
  Comment("src/a.c", 10, "ignore[stats.misses] wrong name");
  EXPECT_EQ(Apply(), "; src/a.c:10 ignore[stats.misses]: matches no race");
}

// "yes" or "no" for an access to each of the variables, and to any.
std::string Excused(const SuppressionInput& input, const std::string& file, uint32_t line,
                    const std::string& function, const std::vector<std::string>& variables) {
  const ExcusedAccesses excused(input);
  proto::AccessPlace place;
  place.set_function(function);
  place.mutable_location()->set_file(file);
  place.mutable_location()->set_line(line);
  std::string result;
  for (const std::string& variable : variables) {
    result +=
        (result.empty() ? "" : " ") + std::string(excused.Contains(place, variable) ? "yes" : "no");
  }
  return result;
}

TEST_F(SuppressTest, ACommentExcusesTheAccessesOfItsLine) {
  Comment("src/a.c", 10, "ignore[stats] first");
  input_.sources = {"src/a.c"};
  EXPECT_EQ(Excused(Input(), "src/a.c", 10, "add", {"stats.hits", "hits", ""}), "yes no yes");
  EXPECT_EQ(Excused(Input(), "src/a.c", 11, "add", {"stats.hits", ""}), "no no");
  EXPECT_EQ(Excused(Input(), "src/b.c", 10, "add", {"stats.hits", ""}), "no no");
  Comment("src/a.c", 10, "ignore[stats]");
  EXPECT_EQ(Excused(Input(), "src/a.c", 10, "add", {"stats.hits", ""}), "no no");
  EXPECT_EQ(ExcusedAccesses(Input()).digest(), "");
}

TEST_F(SuppressTest, AnEntryExcusesTheAccessesOfAFunctionOrAFile) {
  AddRule("function")->function = "add*";
  EXPECT_EQ(Excused(Input(), "src/a.c", 1, "add_all(int)", {"x", ""}), "yes yes");
  EXPECT_EQ(Excused(Input(), "src/a.c", 1, "show", {"x", ""}), "no no");
  config_.suppressions.back().variable = "y";
  EXPECT_EQ(Excused(Input(), "src/a.c", 1, "add", {"x", "y", ""}), "no yes yes");
  config_.suppressions.back() = {.reason = "because", .text = "path", .line = 7};
  config_.suppressions.back().path = "/p/src";
  EXPECT_EQ(Excused(Input(), "src/a.c", 1, "f", {"x"}), "yes");
  EXPECT_EQ(Excused(Input(), "lib/a.c", 1, "f", {"x"}), "no");
  EXPECT_NE(ExcusedAccesses(Input()).digest(), "");
  config_.suppressions.back().expires = "2026-06-14";
  EXPECT_EQ(Excused(Input(), "src/a.c", 1, "f", {"x"}), "no");
}

TEST_F(SuppressTest, VariablesAndFingerprintsAreNoExcuseOfAnAccess) {
  AddRule("variable")->variable = "x";
  AddRule("fingerprint")->fingerprint = "0123456789abcdef0123456789abcdef";
  config_.suppressions.back().function = "add";
  EXPECT_EQ(Excused(Input(), "src/a.c", 10, "add", {"x", ""}), "no no");
  EXPECT_EQ(ExcusedAccesses(Input()).digest(), "");
}

TEST_F(SuppressTest, ARaceThatIsSetApartIsOfAllItsExcuses) {
  proto::AccessPlace* place = report_.mutable_races(0)->add_set_apart();
  place->set_function("reset");
  place->mutable_location()->set_file("src/c.c");
  place->mutable_location()->set_line(30);
  Comment("src/c.c", 30, "ignore[stats.hits] not the pair shown");
  input_.sources = {"src/c.c"};
  EXPECT_EQ(Apply(), "src/c.c:30 ignore[stats.hits]: not the pair shown");
  files_.clear();
  AddRule("function")->function = "reset";
  EXPECT_EQ(Apply(), ".plait.yaml:7 function: because");
}

TEST_F(SuppressTest, ACommentWithoutReasonDoesNothing) {
  Comment("src/a.c", 10, "ignore[stats.hits]");
  EXPECT_EQ(Apply(), "; src/a.c:10 ignore[stats.hits]: needs a reason");
}

TEST_F(SuppressTest, CommentsOfOtherSourcesAreToldIfTheyDoNothing) {
  Comment("src/other.c", 1, "ignore[y] gone");
  EXPECT_EQ(Apply(), "");
  input_.sources = {"src/other.c", "src/a.c"};
  EXPECT_EQ(Apply(), "; src/other.c:1 ignore[y]: matches no race");
}

TEST_F(SuppressTest, APartOfTheProjectSaysNothingOfTheRest) {
  Comment("src/a.c", 11, "ignore[y] perhaps elsewhere");
  AddRule("variable: z")->variable = "z";
  input_.is_whole_project = false;
  EXPECT_EQ(Apply(), "");
  input_.is_whole_project = true;
  report_.add_failed_units()->set_file("src/c.c");
  EXPECT_EQ(Apply(), "") << "the race may be in what was not parsed";
}

TEST_F(SuppressTest, ByVariableFunctionPathOrFingerprint) {
  AddRule("v")->variable = "stats.*";
  EXPECT_EQ(Apply(), ".plait.yaml:7 v: because");
  config_.suppressions.clear();
  AddRule("f")->function = "sh?w";
  EXPECT_EQ(Apply(), ".plait.yaml:7 f: because");
  config_.suppressions.clear();
  AddRule("p")->path = "/p/src/b*";
  EXPECT_EQ(Apply(), ".plait.yaml:7 p: because");
  config_.suppressions.clear();
  AddRule("x")->fingerprint = "0123456789abcdef0123456789abcdef";
  EXPECT_EQ(Apply(), ".plait.yaml:7 x: because");
}

TEST_F(SuppressTest, AllFieldsHaveToMatch) {
  SuppressionRule* rule = AddRule("both");
  rule->variable = "stats.hits";
  rule->function = "nobody";
  EXPECT_EQ(Apply(), "; .plait.yaml:7 both: matches no race");
  rule->function = "add";
  EXPECT_EQ(Apply(), ".plait.yaml:7 both: because");
  rule->path = "/p/tests";
  EXPECT_EQ(Apply(), "; .plait.yaml:7 both: matches no race");
  rule->path = "";
  rule->fingerprint = "ffffffffffffffffffffffffffffffff";
  EXPECT_EQ(Apply(), "; .plait.yaml:7 both: matches no race");
}

TEST_F(SuppressTest, ARuleHoldsThroughItsLastDay) {
  SuppressionRule* rule = AddRule("old");
  rule->variable = "stats.hits";
  rule->expires = "2026-06-15";
  EXPECT_EQ(Apply(), ".plait.yaml:7 old: because");
  EXPECT_EQ(report_.races(0).suppression().expires(), "2026-06-15");
  rule->expires = "2026-06-14";
  EXPECT_EQ(Apply(), "; .plait.yaml:7 old: expired on 2026-06-14");
  input_.is_whole_project = false;
  EXPECT_EQ(Apply(), "; .plait.yaml:7 old: expired on 2026-06-14");
}

TEST_F(SuppressTest, AllThatMatchAreOfUseTheFirstIsShown) {
  Comment("src/a.c", 10, "ignore[stats] comment");
  AddRule("entry")->variable = "stats*";
  EXPECT_EQ(Apply(), "src/a.c:10 ignore[stats]: comment");
}

TEST_F(SuppressTest, MarkedAccessesAreSuppressed) {
  report_.mutable_races(0)->mutable_second()->set_intended(true);
  EXPECT_EQ(Apply(), "src/b.c:20 intended: the code marks this access as one that may race");
}

TEST_F(SuppressTest, TheVerdictStays) {
  report_.set_verdict(proto::VERDICT_RACE);
  AddRule("v")->variable = "stats.hits";
  Apply();
  EXPECT_EQ(report_.verdict(), proto::VERDICT_RACE);
}

}  // namespace
}  // namespace plait
