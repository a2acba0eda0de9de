#include "driver/report_output.h"

#include "absl/flags/declare.h"
#include "absl/flags/flag.h"
#include "driver/exit_codes.h"
#include "gtest/gtest.h"
#include "proto/report.pb.h"

ABSL_DECLARE_FLAG(bool, all);
ABSL_DECLARE_FLAG(bool, suppressed);
ABSL_DECLARE_FLAG(bool, unchanged);

namespace plait {
namespace {

proto::Report OneRace(proto::Confidence confidence) {
  proto::Report report;
  report.add_races()->set_confidence(confidence);
  return report;
}

TEST(ExitCodeTest, ShownRacesFail) {
  EXPECT_EQ(ExitCodeOf({}), kExitClean);
  EXPECT_EQ(ExitCodeOf(OneRace(proto::CONFIDENCE_RACE)), kExitRaces);
  EXPECT_EQ(ExitCodeOf(OneRace(proto::CONFIDENCE_LIKELY)), kExitRaces);
  EXPECT_EQ(ExitCodeOf(OneRace(proto::CONFIDENCE_POSSIBLE)), kExitClean);
  absl::SetFlag(&FLAGS_all, true);
  EXPECT_EQ(ExitCodeOf(OneRace(proto::CONFIDENCE_POSSIBLE)), kExitRaces);
  absl::SetFlag(&FLAGS_all, false);
}

TEST(ExitCodeTest, SuppressedAndOldRacesDoNotEvenIfLookedAt) {
  proto::Report report = OneRace(proto::CONFIDENCE_RACE);
  report.mutable_races(0)->set_baseline_state(proto::BASELINE_UNCHANGED);
  report.add_fixed()->set_confidence(proto::CONFIDENCE_RACE);
  report.set_compared(true);
  proto::Report suppressed = OneRace(proto::CONFIDENCE_RACE);
  suppressed.mutable_races(0)->mutable_suppression()->set_rule("ignore");
  absl::SetFlag(&FLAGS_unchanged, true);
  absl::SetFlag(&FLAGS_suppressed, true);
  EXPECT_EQ(ExitCodeOf(report), kExitClean);
  EXPECT_EQ(ExitCodeOf(suppressed), kExitClean);
  absl::SetFlag(&FLAGS_unchanged, false);
  absl::SetFlag(&FLAGS_suppressed, false);
  report.add_failed_units();
  EXPECT_EQ(ExitCodeOf(report), kExitFailedUnits);
}

}  // namespace
}  // namespace plait
