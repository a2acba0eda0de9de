#include "report/fingerprint.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
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

proto::Report ReportOf(const std::vector<std::string>& files) {
  proto::Report report;
  for (const std::string& file : files) {
    *report.add_races() = MakeRace();
    report.mutable_races()->rbegin()->mutable_declared()->set_file(file);
  }
  AssignFingerprints(&report);
  return report;
}

std::map<std::string, std::string> FingerprintsOf(const std::vector<std::string>& files) {
  std::map<std::string, std::string> result;
  const proto::Report report = ReportOf(files);
  for (const proto::Race& race : report.races()) {
    result[race.declared().file()] = race.fingerprint();
  }
  return result;
}

std::set<std::string> SetOf(const std::vector<std::string>& files) {
  std::set<std::string> result;
  const proto::Report report = ReportOf(files);
  for (const proto::Race& race : report.races()) result.insert(race.fingerprint());
  return result;
}

TEST(FingerprintTest, RacesThatShareOneAreToldApartWhateverTheirOrder) {
  std::vector<std::string> files = {"a.c", "b.c", "x/c.c", "y/c.c"};
  const std::map<std::string, std::string> expected = FingerprintsOf(files);
  EXPECT_EQ(SetOf(files).size(), files.size());
  EXPECT_EQ(expected.at("a.c"), Fingerprint(MakeRace()));
  while (std::next_permutation(files.begin(), files.end())) {
    EXPECT_EQ(FingerprintsOf(files), expected);
  }
}

TEST(FingerprintTest, OneRaceMoreOrLessIsOneFingerprintMoreOrLess) {
  const std::vector<std::string> files = {"a.c", "b.c", "x/c.c", "y/c.c", "y/c.c"};
  const std::set<std::string> all = SetOf(files);
  EXPECT_EQ(all.size(), files.size()) << "two of one file get a number";
  for (size_t gone = 0; gone < files.size(); ++gone) {
    std::vector<std::string> rest = files;
    rest.erase(rest.begin() + gone);
    const std::set<std::string> left = SetOf(rest);
    EXPECT_EQ(left.size(), rest.size());
    EXPECT_TRUE(std::includes(all.begin(), all.end(), left.begin(), left.end()))
        << "without " << files[gone];
  }
}

}  // namespace
}  // namespace plait
