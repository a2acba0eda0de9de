#include "report/compare.h"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "proto/report.pb.h"
#include "report/fingerprint.h"

namespace plait {
namespace {

void SetAccess(proto::Access* access, const std::string& function, const std::string& text) {
  access->set_function(function);
  access->set_kind(proto::Access::WRITE);
  access->set_text(text);
  access->mutable_location()->set_file("src/a.c");
  access->mutable_location()->set_line(3);
}

proto::Race RaceOn(const std::string& variable, const std::string& file = "src/a.c",
                   proto::Confidence confidence = proto::CONFIDENCE_RACE) {
  proto::Race race;
  race.set_variable(variable);
  race.set_variable_kind("global");
  race.set_type("int");
  race.set_confidence(confidence);
  race.mutable_declared()->set_file(file);
  SetAccess(race.mutable_first(), "put", variable + "++");
  SetAccess(race.mutable_second(), "get", variable + "--");
  return race;
}

proto::Report ReportOf(const std::vector<proto::Race>& races) {
  proto::Report report;
  for (const proto::Race& race : races) *report.add_races() = race;
  AssignFingerprints(&report);
  return report;
}

// "+a =b -c": introduced, unchanged and fixed, each with its variable and where it is declared.
std::string Compare(const proto::Report& base, proto::Report head,
                    const CompareOptions& options = {}) {
  CompareReports(base, &head, options);
  EXPECT_TRUE(head.compared());
  std::vector<std::string> found;
  auto add = [&](const char* sign, const proto::Race& race) {
    const std::string& file = race.declared().file();
    found.push_back(sign + race.variable() + (file == "src/a.c" ? "" : "@" + file));
  };
  for (const proto::Race& race : head.races()) {
    EXPECT_NE(race.baseline_state(), proto::BASELINE_NONE);
    add(race.baseline_state() == proto::BASELINE_INTRODUCED ? "+" : "=", race);
  }
  for (const proto::Race& race : head.fixed()) {
    EXPECT_EQ(race.baseline_state(), proto::BASELINE_FIXED);
    add("-", race);
  }
  std::sort(found.begin(), found.end());
  std::string text;
  for (const std::string& word : found) text += (text.empty() ? "" : " ") + word;
  return text;
}

TEST(CompareTest, IntroducedUnchangedAndFixed) {
  EXPECT_EQ(Compare(ReportOf({RaceOn("a"), RaceOn("b")}), ReportOf({RaceOn("b"), RaceOn("c")})),
            "+c -a =b");
  EXPECT_EQ(Compare({}, {}), "");
}

using Change = std::function<void(proto::Race*)>;

TEST(CompareTest, ARaceThatOnlyLooksDifferentIsUnchanged) {
  const std::vector<Change> changes = {
      [](proto::Race* r) { r->mutable_first()->mutable_location()->set_line(70); },
      [](proto::Race* r) { r->mutable_declared()->set_line(70); },
      // Its file was renamed, or moved to another folder.
      [](proto::Race* r) { r->mutable_declared()->set_file("src/renamed.c"); },
      // Another pair of accesses stands for it.
      [](proto::Race* r) { SetAccess(r->mutable_first(), "other", "v = 0"); },
      [](proto::Race* r) {
        SetAccess(r->mutable_first(), "other", "v = 0");
        r->mutable_declared()->set_file("lib/a.c");
      },
      [](proto::Race* r) {
        r->mutable_first()->set_text("v += 2");
        r->mutable_declared()->set_file("lib/new.c");
      },
      [](proto::Race* r) { r->set_other_pairs(5); },
      // Still shown.
      [](proto::Race* r) { r->set_confidence(proto::CONFIDENCE_LIKELY); },
      // A report of another version.
      [](proto::Race* r) { r->set_fingerprint("0123"); },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    proto::Race race = RaceOn("v");
    changes[i](&race);
    const std::string found = Compare(ReportOf({RaceOn("v")}), ReportOf({race}));
    EXPECT_EQ(found.substr(0, 2), "=v") << i;
    EXPECT_EQ(found.find(' '), std::string::npos) << i << ": " << found;
  }
}

TEST(CompareTest, AnAccessThatIsSetApartMakesNoRaceNewOrMended) {
  const proto::Race rest = RaceOn("v");
  proto::Race apart = RaceOn("v");
  SetAccess(apart.mutable_first(), "peek", "v");
  apart.add_set_apart()->set_function("peek");
  // Someone excused, or marked, one of the accesses, or all of them; or took that back.
  EXPECT_EQ(Compare(ReportOf({rest}), ReportOf({rest, apart})), "=v =v");
  EXPECT_EQ(Compare(ReportOf({rest}), ReportOf({apart})), "=v");
  EXPECT_EQ(Compare(ReportOf({rest, apart}), ReportOf({rest})), "=v");
  EXPECT_EQ(Compare(ReportOf({apart}), ReportOf({rest})), "+v") << "nobody saw it before";
  // There were no others.
  EXPECT_EQ(Compare(ReportOf({apart}), ReportOf({rest, apart})), "+v =v");
  EXPECT_EQ(Compare(ReportOf({rest, apart}), ReportOf({apart})), "-v =v");
  // Of two variables that look alike, one was set apart and the other is new.
  EXPECT_EQ(Compare(ReportOf({rest}), ReportOf({rest, rest})), "+v =v");
}

TEST(CompareTest, AnotherVariableOfThatNameIsAnother) {
  proto::Race other = RaceOn("v", "src/b.c");
  SetAccess(other.mutable_first(), "reset", "v = 0");
  EXPECT_EQ(Compare(ReportOf({RaceOn("v")}), ReportOf({other})), "+v@src/b.c -v");
  other = RaceOn("v");
  other.set_variable_kind("heap");
  EXPECT_EQ(Compare(ReportOf({RaceOn("v")}), ReportOf({other})), "+v -v");
}

TEST(CompareTest, OfVariablesOfOneNameTheRightOneIsGone) {
  const std::vector<proto::Race> all = {RaceOn("v"), RaceOn("v", "src/b.c"),
                                        RaceOn("v", "src/c.c")};
  EXPECT_EQ(Compare(ReportOf(all), ReportOf({all[1], all[2]})), "-v =v@src/b.c =v@src/c.c");
  EXPECT_EQ(Compare(ReportOf(all), ReportOf({all[0], all[2]})), "-v@src/b.c =v =v@src/c.c");
  EXPECT_EQ(Compare(ReportOf({all[1], all[2]}), ReportOf(all)), "+v =v@src/b.c =v@src/c.c");
}

TEST(CompareTest, WhatWasHiddenAndIsShownIsIntroduced) {
  const proto::Report hidden = ReportOf({RaceOn("v", "src/a.c", proto::CONFIDENCE_POSSIBLE)});
  const proto::Report shown = ReportOf({RaceOn("v", "src/a.c", proto::CONFIDENCE_LIKELY)});
  EXPECT_EQ(Compare(hidden, shown), "+v");
  EXPECT_EQ(Compare(shown, hidden), "-v =v");
  CompareOptions all;
  all.shown_from = proto::CONFIDENCE_POSSIBLE;
  EXPECT_EQ(Compare(hidden, shown, all), "=v");
  EXPECT_EQ(Compare(shown, hidden, all), "=v");
}

TEST(CompareTest, WhatCouldNotBeParsedIsNotFixed) {
  proto::Report head;
  proto::FailedUnit* unit = head.add_failed_units();
  unit->set_file("src/a.c");
  unit->set_nothing_parsed(true);
  proto::Race elsewhere = RaceOn("w", "src/b.c");
  elsewhere.mutable_first()->mutable_location()->set_file("src/b.c");
  elsewhere.mutable_second()->mutable_location()->set_file("src/b.c");
  const proto::Report base = ReportOf({RaceOn("v"), elsewhere});
  EXPECT_EQ(Compare(base, head), "-w@src/b.c");
  CompareReports(base, &head);
  ASSERT_EQ(head.reasons_size(), 1);
  EXPECT_EQ(head.reasons(0).kind(), "not-compared");
  EXPECT_EQ(head.reasons(0).count(), 1u);
}

TEST(CompareTest, FixedOnesNameNoThreadOfThisReport) {
  proto::Race race = RaceOn("v");
  race.mutable_first()->set_thread(7);
  proto::Report head;
  CompareReports(ReportOf({race}), &head);
  ASSERT_EQ(head.fixed_size(), 1);
  EXPECT_EQ(head.fixed(0).first().thread(), -1);
}

// Edits that mean nothing to any race: only what was added and taken away may come out.
TEST(CompareTest, EditsElsewhereChangeNothing) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<proto::Race> base, head;
    const int size = 1 + random() % 8;
    for (int i = 0; i < size; ++i) {
      // Few names and files: many look alike.
      proto::Race race = RaceOn(std::string(1, 'p' + random() % 3),
                                "src/" + std::string(1, 'a' + random() % 3) + ".c");
      race.mutable_declared()->set_line(i + 1);
      base.push_back(race);
      race.mutable_declared()->set_line(race.declared().line() + 100);
      race.mutable_first()->mutable_location()->set_line(random() % 500);
      race.mutable_first()->set_text(" " + race.first().text());
      head.push_back(race);
    }
    proto::Race added = RaceOn("brand_new");
    const int gone = random() % 3 == 0 ? random() % size : -1;
    if (gone >= 0) head.erase(head.begin() + gone);
    if (round % 2 == 0) head.push_back(added);
    std::shuffle(head.begin(), head.end(), random);
    proto::Report result = ReportOf(head);
    CompareReports(ReportOf(base), &result);
    for (const proto::Race& race : result.races()) {
      EXPECT_EQ(race.baseline_state() == proto::BASELINE_INTRODUCED,
                race.variable() == "brand_new");
    }
    ASSERT_EQ(result.fixed_size(), gone >= 0 ? 1 : 0);
    if (gone < 0) continue;
    EXPECT_EQ(result.fixed(0).variable(), base[gone].variable());
    EXPECT_EQ(result.fixed(0).declared().file(), base[gone].declared().file());
  }
}

}  // namespace
}  // namespace plait
