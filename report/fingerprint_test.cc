#include "report/fingerprint.h"

#include <cctype>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "proto/report.pb.h"

namespace plait {
namespace {

void SetAccess(proto::Access* access, const std::string& function, proto::Access::Kind kind,
               const std::string& text) {
  access->set_function(function);
  access->set_kind(kind);
  access->set_text(text);
  access->mutable_location()->set_file("a.c");
  access->mutable_location()->set_line(3);
}

proto::Race MakeRace() {
  proto::Race race;
  race.set_variable("stats.hits");
  race.set_variable_kind("global");
  SetAccess(race.mutable_first(), "count", proto::Access::WRITE, "stats.hits += 1");
  SetAccess(race.mutable_second(), "show", proto::Access::READ, "stats.hits");
  proto::CallStep* call = race.mutable_first()->add_call_chain();
  call->set_caller("worker");
  call->set_callee("count");
  return race;
}

using Change = std::function<void(proto::Race*)>;

TEST(FingerprintTest, Is32HexDigitsAndTheSameForEver) {
  // Stored in people's baselines: a change of this value is a new scheme.
  EXPECT_EQ(Fingerprint(MakeRace()), "8f272acd9e66b4b71081810a473eadf4");
}

TEST(FingerprintTest, KeepsWhenCodeMoves) {
  const std::vector<Change> changes = {
      [](proto::Race* r) { r->mutable_first()->mutable_location()->set_line(99); },
      [](proto::Race* r) { r->mutable_first()->mutable_location()->set_column(9); },
      [](proto::Race* r) { r->mutable_second()->mutable_location()->set_file("/tmp/x/b.c"); },
      [](proto::Race* r) { r->mutable_declared()->set_line(7); },
      [](proto::Race* r) { r->mutable_first()->set_thread(5); },
      [](proto::Race* r) { r->mutable_first()->set_text("stats.hits\n\t+=1"); },
      [](proto::Race* r) {
        r->mutable_first()->mutable_call_chain(0)->mutable_location()->set_line(4);
      },
      [](proto::Race* r) { r->mutable_first()->mutable_call_chain(0)->set_callee("helper"); },
      [](proto::Race* r) { r->set_confidence(proto::CONFIDENCE_RACE); },
      [](proto::Race* r) { r->add_reasons("different locks"); },
      [](proto::Race* r) { r->set_other_pairs(3); },
      [](proto::Race* r) { r->mutable_first()->add_locks()->set_name("m"); },
      [](proto::Race* r) {
        const proto::Access first = r->first();
        *r->mutable_first() = r->second();
        *r->mutable_second() = first;
      },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    proto::Race race = MakeRace();
    changes[i](&race);
    EXPECT_EQ(Fingerprint(race), Fingerprint(MakeRace())) << i;
  }
}

TEST(FingerprintTest, ChangesWithTheRace) {
  const std::vector<Change> changes = {
      [](proto::Race* r) { r->set_variable("stats.misses"); },
      [](proto::Race* r) { r->set_variable_kind("heap"); },
      [](proto::Race* r) { r->mutable_first()->set_function("count2"); },
      [](proto::Race* r) { r->mutable_first()->set_kind(proto::Access::READ_WRITE); },
      [](proto::Race* r) { r->mutable_second()->set_text("hits"); },
      [](proto::Race* r) { r->mutable_first()->mutable_call_chain(0)->set_caller("main"); },
      // What belongs to one access must not pass for the other's.
      [](proto::Race* r) {
        r->mutable_first()->set_text(r->second().text());
        r->mutable_second()->set_text("stats.hits += 1");
      },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    proto::Race race = MakeRace();
    changes[i](&race);
    EXPECT_NE(Fingerprint(race), Fingerprint(MakeRace())) << i;
  }
}

TEST(FingerprintTest, RacesThatShareOneAreNumbered) {
  proto::Report report;
  for (int i = 0; i < 3; ++i) *report.add_races() = MakeRace();
  AssignFingerprints(&report);
  EXPECT_EQ(report.races(0).fingerprint(), Fingerprint(MakeRace()));
  EXPECT_NE(report.races(1).fingerprint(), report.races(0).fingerprint());
  EXPECT_NE(report.races(2).fingerprint(), report.races(1).fingerprint());
  EXPECT_NE(report.races(2).fingerprint(), report.races(0).fingerprint());
  const std::string second = report.races(1).fingerprint();
  AssignFingerprints(&report);
  EXPECT_EQ(report.races(1).fingerprint(), second);
}

}  // namespace
}  // namespace plait
