// What the golden files do not show; those are in golden_test.cc, and //tests:formats_test checks
// them against the schema.
#include "report/sarif_writer.h"

#include <nlohmann/json.hpp>
#include <string>

#include "gtest/gtest.h"
#include "proto/report.pb.h"

namespace plait {
namespace {

nlohmann::json RunOf(const proto::Report& report) {
  return nlohmann::json::parse(WriteSarif(report))["runs"][0];
}

proto::Report OneRace() {
  proto::Report report;
  proto::Race* race = report.add_races();
  race->set_variable("x");
  race->set_confidence(proto::CONFIDENCE_RACE);
  race->mutable_first()->mutable_location()->set_file("a.c");
  race->mutable_first()->mutable_location()->set_line(3);
  race->mutable_first()->mutable_location()->set_column(5);
  return report;
}

TEST(SarifWriterTest, ColumnsThatCannotBeCountedAreLeftOut) {
  const nlohmann::json place = RunOf(OneRace())["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["region"], nlohmann::json({{"startLine", 3}}));
}

TEST(SarifWriterTest, LevelsAreConfidences) {
  proto::Report report = OneRace();
  EXPECT_EQ(RunOf(report)["results"][0]["level"], "error");
  report.mutable_races(0)->set_confidence(proto::CONFIDENCE_LIKELY);
  EXPECT_EQ(RunOf(report)["results"][0]["level"], "warning");
  report.mutable_races(0)->set_confidence(proto::CONFIDENCE_POSSIBLE);
  EXPECT_EQ(RunOf(report)["results"][0]["level"], "note");
}

TEST(SarifWriterTest, StatesNeedAComparison) {
  proto::Report report = OneRace();
  EXPECT_FALSE(RunOf(report)["results"][0].contains("baselineState"));
  report.set_compared(true);
  EXPECT_EQ(RunOf(report)["results"][0]["baselineState"], "new");
}

TEST(SarifWriterTest, PartOfAFileIsNoFailure) {
  proto::Report report;
  report.add_failed_units()->set_file("a.c");
  EXPECT_EQ(RunOf(report)["invocations"][0]["executionSuccessful"], true);
  report.mutable_failed_units(0)->set_nothing_parsed(true);
  EXPECT_EQ(RunOf(report)["invocations"][0]["executionSuccessful"], false);
}

TEST(SarifWriterTest, StaysWithinWhatServicesAccept) {
  proto::Report report;
  for (int i = 0; i < 25003; ++i) report.add_races()->set_variable("x");
  proto::Race* race = report.mutable_races(0);
  for (int i = 0; i < 2000; ++i) {
    proto::CallStep* call = race->mutable_first()->add_call_chain();
    call->mutable_location()->set_file("a.c");
    call->mutable_location()->set_line(i + 1);
    proto::HeldLock* lock = race->mutable_first()->add_locks();
    lock->set_name("m");
    lock->mutable_acquired()->set_file("b.c");
  }
  const nlohmann::json run = RunOf(report);
  EXPECT_EQ(run["results"].size(), 25000u);
  const nlohmann::json result = run["results"][0];
  EXPECT_LT(result["relatedLocations"].size(), 100u);
  size_t steps = 0;
  for (const nlohmann::json& flow : result["codeFlows"]) {
    for (const nlohmann::json& thread : flow["threadFlows"]) steps += thread["locations"].size();
  }
  EXPECT_LE(steps, 1000u);
  const nlohmann::json notes = run["invocations"][0]["toolExecutionNotifications"];
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0]["message"]["text"],
            "3 races are left out: services accept 25000 results in a file");
}

}  // namespace
}  // namespace plait
