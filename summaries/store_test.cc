// What every Store promises, held to each implementation.
#include "summaries/store.h"

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "summaries/digest.h"
#include "summaries/memory_store.h"
#include "summaries/sqlite_store.h"

namespace plait {
namespace {

Blob MakeBlob(BlobKind kind, const std::string& bytes) { return {kind, DigestOf(bytes), bytes}; }

UnitRecord MakeUnit(const std::string& name) {
  UnitRecord unit;
  unit.key = DigestOf("key of " + name);
  unit.file = name;
  unit.unit_digest = DigestOf("unit " + name);
  unit.procedures = {{"main", DigestOf("main of " + name), 3}, {"put", DigestOf("put"), 17}};
  unit.inputs = {{name, 120, -5, DigestOf("text of " + name)},
                 {"/usr/include/stdio.h", 31176, 1667000000123456789, DigestOf("stdio")}};
  unit.missing = {"include/config.h", "config.h"};
  unit.error_count = 2;
  return unit;
}

struct Implementation {
  const char* name;
  std::function<std::unique_ptr<Store>(const std::string& path)> make;
};

class StoreTest : public testing::TestWithParam<Implementation> {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "/store_test." + std::to_string(getpid());
    std::filesystem::remove_all(folder_);
    store_ = GetParam().make(folder_ + "/some/folder/plait.db");
    ASSERT_NE(store_, nullptr);
  }
  void TearDown() override {
    store_.reset();
    std::filesystem::remove_all(folder_);
  }

  std::string folder_;
  std::unique_ptr<Store> store_;
};

TEST_P(StoreTest, AnEmptyStoreHasNothing) {
  const std::string key = DigestOf("k");
  EXPECT_EQ(store_->FindUnit(key).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->GetBlob(BlobKind::kIr, key).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->FindSummary(key).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->FindReport(key).status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(store_->Runs(10)->empty());
  EXPECT_EQ(store_->Stats()->units, 0u);
}

TEST_P(StoreTest, AUnitComesBackAsItWas) {
  const UnitRecord a = MakeUnit("a.c"), b = MakeUnit("b.c");
  ASSERT_TRUE(store_->PutUnit(a, {}).ok());
  ASSERT_TRUE(store_->PutUnit(b, {}).ok());
  EXPECT_EQ(*store_->FindUnit(a.key), a);
  EXPECT_EQ(*store_->FindUnit(b.key), b);
}

TEST_P(StoreTest, AUnitMayBeNearlyEmpty) {
  UnitRecord unit;
  unit.key = DigestOf("k");
  unit.unit_digest = DigestOf("");
  ASSERT_TRUE(store_->PutUnit(unit, {}).ok());
  EXPECT_EQ(*store_->FindUnit(unit.key), unit);
}

TEST_P(StoreTest, TextsMayHoldAnyBytes) {
  UnitRecord unit = MakeUnit(std::string("a\0b\xff'.c", 7));
  unit.procedures[0].name = std::string("\0", 1);
  unit.inputs[0].digest = "";
  unit.inputs[0].size = ~uint64_t{0};
  unit.missing = {"", std::string("x\0y", 3)};
  ASSERT_TRUE(store_->PutUnit(unit, {}).ok());
  EXPECT_EQ(*store_->FindUnit(unit.key), unit);
}

TEST_P(StoreTest, AUnitIsReplacedByOneOfItsKey) {
  UnitRecord unit = MakeUnit("a.c");
  ASSERT_TRUE(store_->PutUnit(unit, {}).ok());
  unit.inputs[1].mtime_ns += 1;
  unit.procedures.pop_back();
  unit.missing.clear();
  ASSERT_TRUE(store_->PutUnit(unit, {}).ok());
  EXPECT_EQ(*store_->FindUnit(unit.key), unit);
  EXPECT_EQ(store_->Stats()->units, 1u);
}

TEST_P(StoreTest, BlobsComeWithTheUnit) {
  const std::string big(300000, 'x');
  const std::vector<Blob> blobs = {MakeBlob(BlobKind::kIr, "main of a"),
                                   MakeBlob(BlobKind::kIr, ""), MakeBlob(BlobKind::kUnit, big)};
  ASSERT_TRUE(store_->PutUnit(MakeUnit("a.c"), blobs).ok());
  for (const Blob& blob : blobs) EXPECT_EQ(*store_->GetBlob(blob.kind, blob.digest), blob.bytes);
  EXPECT_EQ(store_->Stats()->procedures, 2u);
}

TEST_P(StoreTest, KindsOfBlobsAreKeptApart) {
  ASSERT_TRUE(store_->PutUnit(MakeUnit("a.c"), {MakeBlob(BlobKind::kIr, "bytes")}).ok());
  EXPECT_EQ(store_->GetBlob(BlobKind::kUnit, DigestOf("bytes")).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_P(StoreTest, ABlobIsStoredOnce) {
  const Blob shared = MakeBlob(BlobKind::kIr, "inline function");
  ASSERT_TRUE(store_->PutUnit(MakeUnit("a.c"), {shared, shared}).ok());
  ASSERT_TRUE(store_->PutUnit(MakeUnit("b.c"), {shared}).ok());
  EXPECT_EQ(store_->Stats()->procedures, 1u);
  EXPECT_EQ(store_->Stats()->units, 2u);
}

TEST_P(StoreTest, SummariesAreFoundByKey) {
  const Blob one = MakeBlob(BlobKind::kSummary, "one"), two = MakeBlob(BlobKind::kSummary, "two");
  const std::string a = DigestOf("a"), b = DigestOf("b"), c = DigestOf("c");
  ASSERT_TRUE(store_->PutSummaries({{a, one}, {b, one}, {c, two}}).ok());
  EXPECT_EQ(*store_->FindSummary(a), one.digest);
  EXPECT_EQ(*store_->FindSummary(b), one.digest);
  EXPECT_EQ(*store_->GetBlob(BlobKind::kSummary, *store_->FindSummary(c)), "two");
  EXPECT_EQ(store_->Stats()->summaries, 2u);
  ASSERT_TRUE(store_->PutSummaries({{a, two}}).ok());
  EXPECT_EQ(*store_->FindSummary(a), two.digest);
  EXPECT_TRUE(store_->PutSummaries({}).ok());
}

TEST_P(StoreTest, ReportsAreFoundByKey) {
  const std::string key = DigestOf("report");
  ASSERT_TRUE(store_->PutReport(key, "first").ok());
  ASSERT_TRUE(store_->PutReport(key, "second").ok());
  EXPECT_EQ(*store_->FindReport(key), "second");
  EXPECT_EQ(store_->Stats()->reports, 1u);
}

TEST_P(StoreTest, NotesAreFoundByKey) {
  const std::string key = DigestOf("note");
  EXPECT_EQ(store_->FindNote(key).status().code(), absl::StatusCode::kNotFound);
  ASSERT_TRUE(store_->PutNote(key, "first").ok());
  ASSERT_TRUE(store_->PutNote(key, "second").ok());
  const auto note = store_->FindNote(key);
  ASSERT_TRUE(note.ok());
  EXPECT_EQ(note->bytes, "second");
  EXPECT_TRUE(note->is_of_today);
}

TEST_P(StoreTest, RunsComeNewestFirst) {
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(store_->PutRun(100 - i, "run " + std::to_string(i)).ok());
  const auto runs = *store_->Runs(2);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0], std::make_pair(int64_t{96}, std::string("run 4")));
  EXPECT_EQ(runs[1].second, "run 3");
  EXPECT_EQ(store_->Runs(100)->size(), 5u);
  EXPECT_TRUE(store_->Runs(0)->empty());
  EXPECT_TRUE(store_->Runs(-1)->empty());
}

TEST_P(StoreTest, RefusesWhatIsNoDigest) {
  UnitRecord unit = MakeUnit("a.c");
  unit.key = "a.c";
  EXPECT_EQ(store_->PutUnit(unit, {}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(store_->PutReport("latest", "").code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(store_->FindUnit("a.c").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->FindSummary("").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store_->GetBlob(BlobKind::kIr, "x").status().code(), absl::StatusCode::kNotFound);
}

TEST_P(StoreTest, RefusesABlobUnderAnotherDigestAndStoresNothingOfIt) {
  const UnitRecord unit = MakeUnit("a.c");
  const Blob wrong = {BlobKind::kIr, DigestOf("other"), "bytes"};
  EXPECT_EQ(store_->PutUnit(unit, {wrong}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(store_->FindUnit(unit.key).ok());
  const Blob ir = MakeBlob(BlobKind::kIr, "ir");
  EXPECT_EQ(store_->PutSummaries({{DigestOf("k"), ir}}).code(), absl::StatusCode::kInvalidArgument);
}

TEST_P(StoreTest, ManyThreadsMayUseItAtOnce) {
  constexpr int kThreads = 4, kUnits = 40;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kUnits; ++i) {
        const std::string text = std::to_string(t) + "/" + std::to_string(i);
        const UnitRecord unit = MakeUnit(text);
        EXPECT_TRUE(store_->PutUnit(unit, {MakeBlob(BlobKind::kIr, text)}).ok());
        EXPECT_TRUE(store_->PutSummaries({{unit.key, MakeBlob(BlobKind::kSummary, text)}}).ok());
        EXPECT_EQ(*store_->FindUnit(unit.key), unit);
        EXPECT_EQ(*store_->GetBlob(BlobKind::kIr, DigestOf(text)), text);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store_->Stats()->units, uint64_t{kThreads * kUnits});
  EXPECT_EQ(store_->Stats()->summaries, uint64_t{kThreads * kUnits});
}

INSTANTIATE_TEST_SUITE_P(
    All, StoreTest,
    testing::Values(Implementation{"Memory", [](const std::string&) { return NewMemoryStore(); }},
                    Implementation{"Sqlite",
                                   [](const std::string& path) {
                                     auto store = OpenSqliteStore(path);
                                     EXPECT_TRUE(store.ok()) << store.status();
                                     return store.ok() ? *std::move(store) : nullptr;
                                   }}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace plait
