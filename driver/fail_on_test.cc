#include "driver/fail_on.h"

#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "report/json_writer.h"

namespace plait {
namespace {

using ::testing::HasSubstr;

class FailOnTest : public testing::Test {
 protected:
  FailOnTest() {
    options_.project_root = "/p";
    options_.fail_on = "likely";
    Add("certain", proto::CONFIDENCE_RACE, "src/a.c", "src/b.c");
    Add("likely", proto::CONFIDENCE_LIKELY, "src/a.c", "src/net/n.c");
    Add("possible", proto::CONFIDENCE_POSSIBLE, "src/net/n.c", "src/net/m.c");
  }

  proto::Race* Add(const std::string& name, proto::Confidence confidence, const std::string& first,
                   const std::string& second) {
    proto::Race* race = report_.add_races();
    race->set_variable(name);
    race->set_fingerprint("print of " + name);
    race->set_confidence(confidence);
    race->mutable_first()->mutable_location()->set_file(first);
    race->mutable_second()->mutable_location()->set_file(second);
    return race;
  }

  // The variables of the races that fail.
  std::string Failing() {
    const absl::Status status = MarkFailures(options_, &report_);
    if (!status.ok()) return std::string(status.message());
    std::string result;
    for (const proto::Race& race : report_.races()) {
      if (race.fails_run()) result += (result.empty() ? "" : " ") + race.variable();
    }
    return result;
  }

  FailOnOptions options_;
  proto::Report report_;
};

TEST_F(FailOnTest, FromTheConfidenceOn) {
  EXPECT_EQ(Failing(), "certain likely");
  options_.fail_on = "race";
  EXPECT_EQ(Failing(), "certain");
  options_.fail_on = "possible";
  EXPECT_EQ(Failing(), "certain likely possible");
  options_.fail_on = "never";
  EXPECT_EQ(Failing(), "");
  options_.fail_on = "sometimes";
  EXPECT_THAT(Failing(), HasSubstr("sometimes: choose one of race, likely, possible, never"));
}

TEST_F(FailOnTest, SuppressedAndKnownRacesDoNot) {
  report_.mutable_races(0)->mutable_suppression()->set_justification("known");
  EXPECT_EQ(Failing(), "likely");
  report_.set_compared(true);
  report_.mutable_races(1)->set_baseline_state(proto::BASELINE_UNCHANGED);
  EXPECT_EQ(Failing(), "");
  report_.mutable_races(1)->set_baseline_state(proto::BASELINE_INTRODUCED);
  EXPECT_EQ(Failing(), "likely");
}

TEST_F(FailOnTest, AFolderHasAWordOfItsOwn) {
  options_.ratchet = {{.path = "/p/src/net", .fail_on = "possible"}};
  EXPECT_EQ(Failing(), "certain likely possible");
  options_.fail_on = "never";
  EXPECT_EQ(Failing(), "likely possible") << "one of its accesses lies there";
  options_.ratchet = {{.path = "/p/src/ne", .fail_on = "possible"}};
  EXPECT_EQ(Failing(), "") << "another folder";
  options_.ratchet = {{.path = "/p/src/net/m.c", .fail_on = "possible"}};
  EXPECT_EQ(Failing(), "possible") << "a file";
}

TEST_F(FailOnTest, TheLongestPathDecides) {
  options_.ratchet = {{.path = "/p/src/net", .fail_on = "possible"},
                      {.path = "/p", .fail_on = "never"},
                      {.path = "/p/src", .fail_on = "race"}};
  EXPECT_EQ(Failing(), "certain likely possible");
  options_.ratchet[0].fail_on = "never";
  EXPECT_EQ(Failing(), "certain");
}

TEST_F(FailOnTest, ABaselineForgivesItsRaces) {
  const std::string file = testing::TempDir() + "/known.json";
  proto::Report known;
  known.add_races()->set_fingerprint("print of possible");
  known.mutable_races(0)->mutable_first();
  known.mutable_races(0)->mutable_second();
  std::ofstream(file) << WriteJson(known);
  options_.fail_on = "never";
  options_.ratchet = {{.path = "/p/src/net", .fail_on = "possible", .baseline = file}};
  EXPECT_EQ(Failing(), "likely");
}

TEST_F(FailOnTest, ABaselineThatIsNone) {
  const std::string file = testing::TempDir() + "/broken.json";
  options_.ratchet = {{.path = "/p", .fail_on = "race", .baseline = testing::TempDir() + "/none"}};
  EXPECT_THAT(Failing(), HasSubstr("/none: no such file"));
  options_.ratchet[0].baseline = file;
  for (const char* text : {"", "[1, 2]", "{\"schema_version\": 1, \"races\": 3}"}) {
    std::ofstream(file) << text;
    EXPECT_THAT(Failing(), HasSubstr(absl::StrCat("baseline ", file))) << text;
    EXPECT_FALSE(CheckFailOn(options_).ok());
  }
}

}  // namespace
}  // namespace plait
