#include "report/selection.h"

#include "gtest/gtest.h"
#include "proto/report.pb.h"

namespace plait {
namespace {

proto::Race RaceOf(proto::Confidence confidence, proto::BaselineState state = proto::BASELINE_NONE,
                   bool suppressed = false) {
  proto::Race race;
  race.set_confidence(confidence);
  race.set_baseline_state(state);
  if (suppressed) race.mutable_suppression()->set_justification("known");
  return race;
}

TEST(SelectionTest, CertainAndLikelyRacesAreShown) {
  const proto::Report report;
  EXPECT_TRUE(IsShown(RaceOf(proto::CONFIDENCE_RACE), report, {}));
  EXPECT_TRUE(IsShown(RaceOf(proto::CONFIDENCE_LIKELY), report, {}));
  EXPECT_FALSE(IsShown(RaceOf(proto::CONFIDENCE_POSSIBLE), report, {}));
  EXPECT_TRUE(IsShown(RaceOf(proto::CONFIDENCE_POSSIBLE), report, {.possible = true}));
}

TEST(SelectionTest, SuppressedOnesAreHidden) {
  const proto::Report report;
  const proto::Race race = RaceOf(proto::CONFIDENCE_RACE, proto::BASELINE_NONE, true);
  EXPECT_FALSE(IsShown(race, report, {.possible = true, .unchanged = true}));
  EXPECT_TRUE(IsShown(race, report, {.suppressed = true}));
}

TEST(SelectionTest, UnchangedOnesAreHiddenInAComparisonOnly) {
  proto::Report report;
  const proto::Race race = RaceOf(proto::CONFIDENCE_RACE, proto::BASELINE_UNCHANGED);
  EXPECT_TRUE(IsShown(race, report, {}));
  report.set_compared(true);
  EXPECT_FALSE(IsShown(race, report, {}));
  EXPECT_TRUE(IsShown(race, report, {.unchanged = true}));
  EXPECT_TRUE(IsShown(RaceOf(proto::CONFIDENCE_RACE, proto::BASELINE_INTRODUCED), report, {}));
}

TEST(SelectionTest, CountsEachRaceOnce) {
  proto::Report report;
  report.set_compared(true);
  *report.add_races() = RaceOf(proto::CONFIDENCE_RACE, proto::BASELINE_INTRODUCED);
  *report.add_races() = RaceOf(proto::CONFIDENCE_RACE, proto::BASELINE_UNCHANGED);
  *report.add_races() = RaceOf(proto::CONFIDENCE_LIKELY, proto::BASELINE_UNCHANGED);
  *report.add_races() = RaceOf(proto::CONFIDENCE_LIKELY, proto::BASELINE_UNCHANGED, true);
  *report.add_races() = RaceOf(proto::CONFIDENCE_POSSIBLE, proto::BASELINE_INTRODUCED);
  *report.add_fixed() = RaceOf(proto::CONFIDENCE_RACE, proto::BASELINE_FIXED);
  *report.add_fixed() = RaceOf(proto::CONFIDENCE_POSSIBLE, proto::BASELINE_FIXED);
  *report.add_fixed() = RaceOf(proto::CONFIDENCE_RACE, proto::BASELINE_FIXED, true);
  RaceCounts counts = CountRaces(report, {});
  EXPECT_EQ(counts.introduced, 1u);
  EXPECT_EQ(counts.unchanged, 2u);
  EXPECT_EQ(counts.suppressed, 1u);
  EXPECT_EQ(counts.unselected, 1u);
  EXPECT_EQ(counts.fixed, 1u);
  counts = CountRaces(report, {.possible = true});
  EXPECT_EQ(counts.introduced, 2u);
  EXPECT_EQ(counts.unselected, 0u);
  EXPECT_EQ(counts.fixed, 2u);
}

}  // namespace
}  // namespace plait
