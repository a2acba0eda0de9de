// What VerifyAgainstClean says of a store that gives wrong answers.
#include "driver/verify.h"

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "summaries/memory_store.h"
#include "tests/incremental/project.h"

namespace plait {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Passes everything on, but may mistake one summary for another, or lose a part of each.
class ForgetfulStore : public Store {
 public:
  absl::StatusOr<UnitRecord> FindUnit(std::string_view key) override {
    return store_->FindUnit(key);
  }
  absl::Status PutUnit(const UnitRecord& unit, const std::vector<Blob>& blobs) override {
    return store_->PutUnit(unit, blobs);
  }
  absl::StatusOr<std::string> GetBlob(BlobKind kind, std::string_view digest) override {
    if (kind == BlobKind::kSummary && loses) return absl::NotFoundError("lost");
    absl::StatusOr<std::string> bytes = store_->GetBlob(kind, digest);
    if (kind == BlobKind::kSummary && cuts && bytes.ok()) bytes->pop_back();
    if (kind == BlobKind::kIr) {
      ++bodies_read;
      if (loses_bodies) return absl::NotFoundError("lost");
      if (cuts_bodies && bytes.ok()) bytes->pop_back();
    }
    return bytes;
  }
  absl::StatusOr<std::string> FindSummary(std::string_view key) override {
    ++asked;
    if (key == from) return store_->FindSummary(to);
    return store_->FindSummary(key);
  }
  absl::Status PutSummaries(const std::vector<std::pair<std::string, Blob>>& summaries) override {
    for (const auto& [key, blob] : summaries) keys.push_back(key);
    return store_->PutSummaries(summaries);
  }
  absl::StatusOr<std::string> FindReport(std::string_view key) override {
    return store_->FindReport(key);
  }
  absl::Status PutReport(std::string_view key, std::string_view bytes) override {
    return store_->PutReport(key, bytes);
  }
  absl::StatusOr<Note> FindNote(std::string_view key) override {
    absl::StatusOr<Note> note = store_->FindNote(key);
    if (note.ok()) note->is_of_today = is_of_today;
    return note;
  }
  absl::Status PutNote(std::string_view key, std::string_view bytes) override {
    return store_->PutNote(key, bytes);
  }
  absl::Status PutRun(int64_t ended, std::string_view stats) override {
    return store_->PutRun(ended, stats);
  }
  absl::StatusOr<std::vector<std::pair<int64_t, std::string>>> Runs(int limit) override {
    return store_->Runs(limit);
  }
  absl::StatusOr<StoreStats> Stats() override { return store_->Stats(); }

  std::vector<std::string> keys;  // of summaries, in the order they were put
  std::string from, to;
  bool cuts = false;   // the last byte off each summary
  bool loses = false;  // each summary
  bool cuts_bodies = false;
  bool loses_bodies = false;
  bool is_of_today = true;
  std::atomic<int> bodies_read = 0;
  std::atomic<int> asked = 0;  // for summaries

 private:
  const std::unique_ptr<Store> store_ = NewMemoryStore();
};

class VerifyTest : public testing::Test {
 protected:
  VerifyTest() : project_(testing::UnitTest::GetInstance()->current_test_info()->name()) {
    project_.Write("main.c", R"c(
#include <pthread.h>
int counter;
int other;
void *step(void *arg) { counter++; return arg; }
int leave(void) { return 7; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, step, 0);
  counter++;
  return leave();
}
)c");
    project_.sources = {"main.c"};
  }

  std::vector<std::string> DifferencesTo(const proto::Report& report) {
    const absl::StatusOr<Verification> verified = project_.Verify(&store_, report);
    EXPECT_TRUE(verified.ok()) << verified.status();
    return verified.ok() ? verified->differences : std::vector<std::string>();
  }

  Project project_;
  ForgetfulStore store_;
};

TEST_F(VerifyTest, ARunThatIsRight) {
  EXPECT_THAT(DifferencesTo(project_.Scan(&store_).report), IsEmpty());
  EXPECT_THAT(DifferencesTo(project_.Scan(&store_).report), IsEmpty()) << "out of the store";
}

TEST_F(VerifyTest, AnotherRace) {
  proto::Report report = project_.Scan(&store_).report;
  ASSERT_EQ(report.races_size(), 1);
  report.mutable_races(0)->set_variable("other");
  EXPECT_THAT(DifferencesTo(report), Contains(HasSubstr("race on other at main.c:5")));
}

TEST_F(VerifyTest, ARaceThatIsMissing) {
  proto::Report report = project_.Scan(&store_).report;
  report.clear_races();
  EXPECT_THAT(DifferencesTo(report), ElementsAre(HasSubstr("race on counter at main.c:5")));
}

TEST_F(VerifyTest, AnotherVerdict) {
  proto::Report report = project_.Scan(&store_).report;
  report.set_verdict(proto::VERDICT_RACE_FREE);
  EXPECT_THAT(DifferencesTo(report), ElementsAre("the report, outside of its races"));
}

// Of a summary, only the head is looked at first: what was made from the rest is made again.
TEST_F(VerifyTest, DamagedSummaries) {
  project_.Scan(&store_);
  store_.cuts = true;
  store_.keys.clear();
  project_.Replace("main.c", "return leave();", "counter--;\n  return leave();");
  const Project::Result scan = project_.Scan(&store_);
  store_.cuts = false;
  EXPECT_EQ(store_.keys.size(), 3u) << "nothing of a damaged store is used, and all put again";
  EXPECT_EQ(scan.report.races_size(), 1);
  EXPECT_THAT(DifferencesTo(scan.report), IsEmpty());
  EXPECT_THAT(DifferencesTo(project_.Scan(&store_).report), IsEmpty());
}

// Another process made room after the last run.
TEST_F(VerifyTest, LostSummaries) {
  project_.Scan(&store_);
  store_.loses = true;
  store_.keys.clear();
  project_.Replace("main.c", "return leave();", "counter--;\n  return leave();");
  const Project::Result scan = project_.Scan(&store_);
  store_.loses = false;
  EXPECT_EQ(store_.keys.size(), 3u);
  EXPECT_EQ(scan.report.races_size(), 1);
  EXPECT_THAT(DifferencesTo(scan.report), IsEmpty());
}

// A project with a second file that does not change.
class StoredBodiesTest : public VerifyTest {
 protected:
  StoredBodiesTest() {
    project_.Write("more.c", R"c(
int hits;
int more(void) { return 7; }
int most(void) { return more() + 1; }
int unused(void) { return 8; }
void *count(void *arg) { hits++; return arg; }
)c");
    project_.Write("main.c", R"c(
#include <pthread.h>
extern int hits;
int most(void);
void *count(void *arg);
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  hits++;
  return most();
}
)c");
    project_.sources = {"main.c", "more.c"};
    project_.Scan(&store_);
    store_.bodies_read = 0;
    project_.Replace("main.c", "hits++;", "hits += 2;");
  }
};

TEST_F(StoredBodiesTest, AreReadOnlyIfSomebodyLooksAtThem) {
  const Project::Result scan = project_.Scan(&store_);
  EXPECT_EQ(scan.report.races_size(), 1);
  EXPECT_EQ(store_.bodies_read, 3)
      << "what the threads of the race go through, where they may wait";
  EXPECT_THAT(DifferencesTo(scan.report), IsEmpty());
}

TEST_F(StoredBodiesTest, MayBeDamaged) {
  store_.cuts_bodies = true;
  const Project::Result scan = project_.Scan(&store_);
  EXPECT_EQ(scan.report.races_size(), 1);
  EXPECT_THAT(DifferencesTo(scan.report), IsEmpty());
}

TEST_F(StoredBodiesTest, MayBeLost) {
  store_.loses_bodies = true;
  const Project::Result scan = project_.Scan(&store_);
  EXPECT_EQ(scan.report.races_size(), 1);
  EXPECT_THAT(DifferencesTo(scan.report), IsEmpty());
}

// Those that the last run has used are not asked for, unless that was on another day.
TEST_F(VerifyTest, SummariesOfTheLastRun) {
  project_.Scan(&store_);
  store_.asked = 0;
  project_.Replace("main.c", "return leave();", "counter--;\n  return leave();");
  project_.Scan(&store_);
  EXPECT_EQ(store_.asked, 1) << "main";
  store_.asked = 0;
  store_.is_of_today = false;
  project_.Replace("main.c", "counter--;", "counter -= 2;");
  project_.Scan(&store_);
  EXPECT_EQ(store_.asked, 3);
}

TEST_F(VerifyTest, WrongSummaries) {
  store_.is_of_today = false;  // so that all are asked for
  const proto::Report report = project_.Scan(&store_).report;
  ASSERT_EQ(store_.keys.size(), 3u);  // callees first: step and leave, then main
  store_.from = store_.keys[0];
  store_.to = store_.keys[1];
  EXPECT_THAT(DifferencesTo(report), Contains(HasSubstr("summary of ")));
}

}  // namespace
}  // namespace plait
