#include "driver/report_output.h"

#include "driver/exit_codes.h"
#include "gtest/gtest.h"
#include "proto/report.pb.h"

namespace plait {
namespace {

TEST(ExitCodeTest, RacesThatFailTheRunCount) {
  proto::Report report;
  EXPECT_EQ(ExitCodeOf(report), kExitClean);
  report.add_races()->set_confidence(proto::CONFIDENCE_RACE);
  EXPECT_EQ(ExitCodeOf(report), kExitClean);
  report.add_failed_units();
  EXPECT_EQ(ExitCodeOf(report), kExitFailedUnits);
  report.mutable_races(0)->set_fails_run(true);
  EXPECT_EQ(ExitCodeOf(report), kExitRaces);
}

}  // namespace
}  // namespace plait
