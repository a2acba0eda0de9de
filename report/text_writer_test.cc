// What the golden files do not show; those are in golden_test.cc.
#include "report/text_writer.h"

#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "proto/report.pb.h"

namespace plait {
namespace {

proto::Report OneRace(proto::Confidence confidence) {
  proto::Report report;
  proto::Race* race = report.add_races();
  race->set_variable("x");
  race->set_confidence(confidence);
  race->mutable_first()->mutable_location()->set_file("a.c");
  race->mutable_first()->mutable_location()->set_line(3);
  race->mutable_first()->mutable_location()->set_column(5);
  return report;
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(TextWriterTest, TheFirstLineIsWhatEditorsParse) {
  const std::string text = WriteText(OneRace(proto::CONFIDENCE_RACE));
  EXPECT_EQ(text.substr(0, text.find('\n')), "a.c:3:5: warning: data race on 'x' [race]");
}

TEST(TextWriterTest, PossibleRacesAreCountedAndShownOnDemand) {
  const proto::Report report = OneRace(proto::CONFIDENCE_POSSIBLE);
  const std::string shown = WriteText(report, {.show_all = true});
  EXPECT_TRUE(Contains(shown, "data race on 'x' [possible]"));
  const std::string hidden = WriteText(report);
  EXPECT_FALSE(Contains(hidden, "data race on 'x'"));
  EXPECT_TRUE(Contains(hidden, "unknown: 1 possible data race (shown with --all)"));
}

TEST(TextWriterTest, CountsByConfidence) {
  proto::Report report = OneRace(proto::CONFIDENCE_RACE);
  *report.add_races() = report.races(0);
  *report.add_races() = OneRace(proto::CONFIDENCE_LIKELY).races(0);
  *report.add_races() = OneRace(proto::CONFIDENCE_POSSIBLE).races(0);
  report.set_verdict(proto::VERDICT_RACE);
  EXPECT_TRUE(
      Contains(WriteText(report), "race: 2 data races, 1 likely, 1 possible (shown with --all)\n"));
}

TEST(TextWriterTest, ARaceFreeProgramWithoutThreadsSaysWhy) {
  proto::Report report;
  report.set_verdict(proto::VERDICT_RACE_FREE);
  report.mutable_stats()->set_roots(1);
  report.mutable_stats()->set_threads(1);
  EXPECT_TRUE(Contains(WriteText(report), "race-free: no thread is ever started"));
}

TEST(TextWriterTest, AnEmptyReportIsStillAReport) {
  const std::string text = WriteText({});
  EXPECT_TRUE(Contains(text, "unknown: "));
  EXPECT_TRUE(Contains(text, "0 units"));
}

TEST(TextWriterTest, TroubleWithTheStoreIsNoReasonToDoubtTheVerdict) {
  proto::Report report;
  report.set_verdict(proto::VERDICT_RACE_FREE);
  report.add_reasons()->set_kind("store");
  report.mutable_reasons(0)->set_text("x.db: no room to write the store");
  const std::string text = WriteText(report);
  EXPECT_FALSE(Contains(text, "not followed"));
  EXPECT_TRUE(Contains(text, "\nwarning: x.db: no room to write the store\n"));
}

TEST(TextWriterTest, TheSameStoryIsToldOnce) {
  proto::Report report = OneRace(proto::CONFIDENCE_RACE);
  report.add_threads()->set_entry("worker");
  report.mutable_threads(0)->set_many(true);
  proto::Race* race = report.mutable_races(0);
  proto::CallStep* call = race->mutable_first()->add_call_chain();
  call->set_caller("worker");
  call->set_callee("add");
  *race->mutable_second() = race->first();
  std::string text = WriteText(report);
  EXPECT_EQ(text.find("add() called here"), text.rfind("add() called here"));
  EXPECT_TRUE(Contains(text, "another thread worker()"));
  race->mutable_second()->add_locks()->set_name("m");
  text = WriteText(report);
  EXPECT_NE(text.find("add() called here"), text.rfind("add() called here"));
}

TEST(TextWriterTest, TwoThreadsOfOneEntryAreToldApart) {
  proto::Report report = OneRace(proto::CONFIDENCE_RACE);
  for (int line : {7, 8}) {
    proto::Thread* thread = report.add_threads();
    thread->set_entry("worker");
    thread->mutable_created()->set_file("a.c");
    thread->mutable_created()->set_line(line);
  }
  report.mutable_races(0)->mutable_second()->set_thread(1);
  const std::string text = WriteText(report);
  EXPECT_TRUE(Contains(text, ", thread worker()"));
  EXPECT_TRUE(Contains(text, ", another thread worker()"));
  EXPECT_TRUE(Contains(text, "a.c:7: note:"));
  EXPECT_TRUE(Contains(text, "a.c:8: note:"));
}

TEST(TextWriterTest, NamesCannotForgeLines) {
  proto::Report report = OneRace(proto::CONFIDENCE_RACE);
  report.mutable_races(0)->set_variable("x\n/etc/passwd:1:1: error: \033[2J");
  report.mutable_races(0)->mutable_second()->mutable_location()->set_file("b\r\n.c");
  std::istringstream lines(WriteText(report, {.show_all = true}));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_NE(line.substr(0, 4), "/etc");
    for (const char c : line) EXPECT_GE(static_cast<unsigned char>(c), 0x20);
  }
}

TEST(TextWriterTest, IntroducedRacesAreNewAndOldOnesCounted) {
  proto::Report report = OneRace(proto::CONFIDENCE_RACE);
  report.set_compared(true);
  report.mutable_races(0)->set_baseline_state(proto::BASELINE_INTRODUCED);
  *report.add_races() = report.races(0);
  report.mutable_races(1)->set_variable("y");
  report.mutable_races(1)->set_baseline_state(proto::BASELINE_UNCHANGED);
  std::string text = WriteText(report);
  EXPECT_TRUE(Contains(text, "warning: new data race on 'x' [race]"));
  EXPECT_FALSE(Contains(text, "'y'"));
  EXPECT_TRUE(
      Contains(text, "compared: 1 introduced, 0 fixed, 1 unchanged (shown with --unchanged)\n"));
  text = WriteText(report, {.show_unchanged = true});
  EXPECT_TRUE(Contains(text, "warning: unchanged data race on 'y' [race]"));
}

TEST(TextWriterTest, SuppressedRacesAreNoWarnings) {
  proto::Report report = OneRace(proto::CONFIDENCE_RACE);
  report.set_verdict(proto::VERDICT_RACE);
  report.mutable_races(0)->mutable_suppression()->set_rule("ignore[x]");
  EXPECT_FALSE(Contains(WriteText(report), "'x'"));
  EXPECT_TRUE(Contains(WriteText(report), "race: 1 suppressed (shown with --suppressed)\n"));
  const std::string text = WriteText(report, {.show_suppressed = true});
  EXPECT_TRUE(Contains(text, "a.c:3:5: note: suppressed data race on 'x' [race]\n"));
  EXPECT_TRUE(Contains(text, "  rule:  ignore[x]\n"));
}

TEST(TextWriterTest, ColoursOnlyOnDemand) {
  const proto::Report report = OneRace(proto::CONFIDENCE_RACE);
  EXPECT_FALSE(Contains(WriteText(report), "\033"));
  EXPECT_TRUE(Contains(WriteText(report, {.color = true}), "\033[1;35mwarning:\033[0m"));
}

}  // namespace
}  // namespace plait
