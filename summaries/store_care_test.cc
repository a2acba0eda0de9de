#include "summaries/store_care.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "summaries/digest.h"
#include "summaries/sqlite_store.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

std::string RandomText(int seed, size_t size) {
  std::mt19937 random(seed);
  std::string text(size, '\0');
  std::generate(text.begin(), text.end(), [&] { return static_cast<char>(random()); });
  return text;
}

Blob MakeBlob(BlobKind kind, const std::string& bytes) { return {kind, DigestOf(bytes), bytes}; }

// A unit of its own file with one body of its own and one that all share, and its summary.
struct Item {
  explicit Item(int i, const std::string& version = "") {
    const std::string text = RandomText(i, 4000) + version;
    summary_key = DigestOf(absl::StrCat("summary key ", i, version));
    summary = MakeBlob(BlobKind::kSummary, "summary" + text);
    blobs = {MakeBlob(BlobKind::kUnit, "unit" + text), MakeBlob(BlobKind::kIr, "ir" + text),
             MakeBlob(BlobKind::kIr, "shared")};
    unit.key = DigestOf(absl::StrCat("unit key ", i));
    unit.file = absl::StrCat(i, ".c");
    unit.unit_digest = blobs[0].digest;
    unit.procedures = {{"f", blobs[1].digest, 1}, {"shared", blobs[2].digest, 2}};
    unit.inputs = {{unit.file, 1, 2, DigestOf(text)}};
  }
  UnitRecord unit;
  std::vector<Blob> blobs;
  std::string summary_key;
  Blob summary;
};

class StoreCareTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = absl::StrCat(testing::TempDir(), "/store_care_test.", getpid());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = folder_ + "/plait.db";
  }
  void TearDown() override { fs::remove_all(folder_); }

  void Put(Store* store, const Item& item) {
    EXPECT_TRUE(store->PutUnit(item.unit, item.blobs).ok());
    EXPECT_TRUE(store->PutSummaries({{item.summary_key, item.summary}}).ok());
  }

  void Fill(int first, int last) {
    auto store = *OpenSqliteStore(path_);
    for (int i = first; i < last; ++i) Put(store.get(), Item(i));
    EXPECT_TRUE(store->PutRun(1, "run").ok());
  }

  void Sql(const std::string& sql) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }

  // As if all that is there had last been used on that day.
  void SetDay(int day) {
    Sql(absl::StrCat("DELETE FROM generations; UPDATE units SET generation = ", day,
                     "; UPDATE summary_keys SET generation = ", day,
                     "; UPDATE report_keys SET generation = ", day));
  }

  // How much of the item is there: nothing, or all of it with every blob.
  bool IsThere(Store* store, const Item& item) {
    const bool has_unit = store->FindUnit(item.unit.key).ok();
    const auto summary = store->FindSummary(item.summary_key);
    EXPECT_EQ(has_unit, summary.ok());
    if (!has_unit) return false;
    for (const Blob& blob : item.blobs) {
      EXPECT_EQ(*store->GetBlob(blob.kind, blob.digest), blob.bytes);
    }
    EXPECT_EQ(*store->GetBlob(BlobKind::kSummary, *summary), item.summary.bytes);
    return true;
  }

  void ExpectSound() {
    const auto verified = VerifyStore(path_, /*repair=*/false);
    ASSERT_TRUE(verified.ok()) << verified.status();
    EXPECT_TRUE(verified->damaged.empty()) << verified->damaged[0];
  }

  std::string folder_;
  std::string path_;
};

TEST_F(StoreCareTest, WhatWasNotUsedForLongestGoes) {
  Fill(0, 60);
  SetDay(100);
  Fill(60, 100);
  {
    // Found, therefore used.
    auto store = *OpenSqliteStore(path_);
    for (int i = 0; i < 10; ++i) IsThere(store.get(), Item(i));
    EXPECT_TRUE(store->PutRun(1, "run").ok());
  }
  const auto shrunk = ShrinkStore(path_, 800000);
  ASSERT_TRUE(shrunk.ok()) << shrunk.status();
  EXPECT_GT(shrunk->bytes_before, 1200000u);
  EXPECT_LE(shrunk->bytes_after, 800000u);
  EXPECT_EQ(shrunk->bytes_after, fs::file_size(path_));
  auto store = *OpenSqliteStore(path_);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(IsThere(store.get(), Item(i))) << i;
  for (int i = 60; i < 100; ++i) EXPECT_TRUE(IsThere(store.get(), Item(i))) << i;
  EXPECT_EQ(store->Runs(10)->size(), 3u);
  ExpectSound();
}

TEST_F(StoreCareTest, NotesKnowTheirDay) {
  {
    EXPECT_TRUE((*OpenSqliteStore(path_))->PutNote(DigestOf("n"), "note").ok());
  }
  EXPECT_TRUE((*OpenSqliteStore(path_))->FindNote(DigestOf("n"))->is_of_today);
  SetDay(100);
  auto store = *OpenSqliteStore(path_);
  EXPECT_FALSE(store->FindNote(DigestOf("n"))->is_of_today);
  EXPECT_TRUE(store->PutNote(DigestOf("n"), "note").ok());
  EXPECT_TRUE(store->FindNote(DigestOf("n"))->is_of_today);
}

TEST_F(StoreCareTest, ANoteTakesThePlaceOfTheOneBefore) {
  auto store = *OpenSqliteStore(path_);
  for (const char* bytes : {"one", "two", "two"}) {
    EXPECT_TRUE(store->PutNote(DigestOf("n"), bytes).ok());
    EXPECT_EQ(store->FindNote(DigestOf("n"))->bytes, bytes);
  }
  EXPECT_TRUE(absl::IsNotFound(store->GetBlob(BlobKind::kReport, DigestOf("one")).status()));
  ExpectSound();
}

// What a run looks up is marked as used, whether or not it reads the note of the run before.
TEST_F(StoreCareTest, ANoteThatIsFoundIsNoReportThatIsFound) {
  {
    auto store = *OpenSqliteStore(path_);
    Put(store.get(), Item(1));
    EXPECT_TRUE(store->PutNote(DigestOf("n"), "note").ok());
  }
  SetDay(100);
  {
    auto store = *OpenSqliteStore(path_);
    EXPECT_TRUE(store->FindNote(DigestOf("n")).ok());
    EXPECT_TRUE(IsThere(store.get(), Item(1)));
    EXPECT_TRUE(store->PutRun(absl::ToUnixSeconds(absl::Now()), "run").ok());
  }
  Sql("DELETE FROM summary_keys WHERE generation = 100");
  EXPECT_TRUE((*OpenSqliteStore(path_))->FindSummary(Item(1).summary_key).ok());
}

TEST_F(StoreCareTest, AReportThatIsFoundKeepsWhatItWasMadeFrom) {
  {
    auto store = *OpenSqliteStore(path_);
    Put(store.get(), Item(1));
    EXPECT_TRUE(store->PutReport(DigestOf("r"), "report").ok());
  }
  SetDay(100);
  {
    auto store = *OpenSqliteStore(path_);
    EXPECT_TRUE(store->FindReport(DigestOf("r")).ok());
    EXPECT_TRUE(store->PutRun(absl::ToUnixSeconds(absl::Now()) + 100, "run").ok());
    for (int i = 2; i < 60; ++i) Put(store.get(), Item(i));
  }
  ASSERT_TRUE(ShrinkStore(path_, 200000).ok());
  auto store = *OpenSqliteStore(path_);
  EXPECT_TRUE(store->FindUnit(Item(1).unit.key).ok());
  EXPECT_FALSE(store->FindUnit(Item(2).unit.key).ok());
}

TEST_F(StoreCareTest, WhatNothingRefersToGoesFirst) {
  Fill(0, 20);
  {
    auto store = *OpenSqliteStore(path_);
    for (int i = 0; i < 20; ++i) {
      const Item item(i, " changed");
      EXPECT_TRUE(store->PutUnit(item.unit, item.blobs).ok());
    }
  }
  const auto shrunk = ShrinkStore(path_, 100000000);
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(shrunk->entries, 0u);
  EXPECT_EQ(shrunk->blobs, 40u);  // the unit and the body that each had before
  ExpectSound();
}

TEST_F(StoreCareTest, NothingAtAllMayBeLeft) {
  Fill(0, 20);
  const auto shrunk = ShrinkStore(path_, 0);
  ASSERT_TRUE(shrunk.ok());
  EXPECT_EQ(shrunk->entries, 40u);
  EXPECT_LT(fs::file_size(path_), 200000u);
  Fill(0, 20);
  auto store = *OpenSqliteStore(path_);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(IsThere(store.get(), Item(i)));
  ExpectSound();
}

TEST_F(StoreCareTest, WhoHasTheStoreOpenPutsWhatIsGone) {
  auto store = *OpenSqliteStore(path_);
  for (int i = 0; i < 20; ++i) Put(store.get(), Item(i));
  for (int i = 0; i < 20; ++i) IsThere(store.get(), Item(i));
  ASSERT_TRUE(ShrinkStore(path_, 0).ok());
  for (int i = 19; i >= 0; --i) Put(store.get(), Item(i));
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(IsThere(store.get(), Item(i)));
  ExpectSound();
}

TEST_F(StoreCareTest, EveryKindOfDamageIsFoundAndRepaired) {
  const char* const damages[] = {
      "UPDATE blobs SET bytes = x'00' WHERE kind = 1 AND id > 3",
      "UPDATE blobs SET size = size + 1 WHERE kind = 2",
      "UPDATE blobs SET proof = 0 WHERE kind = 3",
      "DELETE FROM blobs WHERE kind = 1",
      "DELETE FROM blobs WHERE kind = 3",
      "DELETE FROM blobs WHERE kind = 4",
      "UPDATE units SET file = 'x'",
      "DELETE FROM files",
      "UPDATE procedures SET first_line = 9",
      "UPDATE summary_keys SET summary = key",
      "UPDATE report_keys SET proof = 1",
      "UPDATE runs SET ended = 9",
  };
  for (const char* damage : damages) {
    SCOPED_TRACE(damage);
    fs::remove(path_);
    Fill(0, 5);
    EXPECT_TRUE((*OpenSqliteStore(path_))->PutReport(DigestOf("r"), "report").ok());
    ExpectSound();
    Sql(damage);
    const auto found = VerifyStore(path_, /*repair=*/false);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_FALSE(found->damaged.empty());
    EXPECT_FALSE(found->file_is_damaged);
    EXPECT_EQ(found->removed, 0u);
    const auto repaired = VerifyStore(path_, /*repair=*/true);
    ASSERT_TRUE(repaired.ok()) << repaired.status();
    EXPECT_GE(repaired->removed, found->damaged.size());
    ExpectSound();
    Fill(0, 5);
    auto store = *OpenSqliteStore(path_);
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(IsThere(store.get(), Item(i)));
    ExpectSound();
  }
}

TEST_F(StoreCareTest, ADamagedFileIsSaid) {
  Fill(0, 30);
  std::fstream(path_, std::ios::in | std::ios::out | std::ios::binary).seekp(40960)
      << std::string(8192, 'x');
  const auto verified = VerifyStore(path_, /*repair=*/false);
  ASSERT_TRUE(verified.ok()) << verified.status();
  EXPECT_TRUE(verified->file_is_damaged);
  EXPECT_FALSE(verified->damaged.empty());
}

TEST_F(StoreCareTest, ImportAddsWhatIsNotThere) {
  Fill(0, 10);
  EXPECT_TRUE((*OpenSqliteStore(path_))->PutReport(DigestOf("r"), "report").ok());
  const std::string carried = folder_ + "/carried.db";
  ASSERT_TRUE(ExportStore(path_, carried).ok());
  EXPECT_EQ(ExportStore(path_, carried).code(), absl::StatusCode::kInvalidArgument);
  path_ = folder_ + "/other.db";
  const Item own(3, " own");
  Put(OpenSqliteStore(path_)->get(), own);
  const auto imported = ImportStore(path_, carried);
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->units, 9u);
  EXPECT_EQ(imported->summaries, 10u);
  EXPECT_EQ(imported->reports, 1u);
  EXPECT_EQ(imported->damaged, 0u);
  auto store = *OpenSqliteStore(path_);
  EXPECT_EQ(*store->FindUnit(own.unit.key), own.unit);
  EXPECT_TRUE(IsThere(store.get(), Item(4)));
  EXPECT_NE(store->FindUnit(Item(4).unit.key)->inputs[0].mtime_ns, Item(4).unit.inputs[0].mtime_ns);
  ExpectSound();
  for (const auto& entry : fs::directory_iterator(folder_)) {
    EXPECT_EQ(entry.path().string().find("import"), std::string::npos) << entry.path();
  }
}

TEST_F(StoreCareTest, ImportTakesNothingDamagedAndNoOtherFile) {
  Fill(0, 10);
  Sql("UPDATE blobs SET bytes = x'00' WHERE kind = 3; UPDATE units SET file = 'x' WHERE id = 2");
  const std::string own = folder_ + "/own.db";
  const auto imported = ImportStore(own, path_);
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_EQ(imported->units, 9u);
  EXPECT_EQ(imported->damaged, 11u);
  std::ofstream(folder_ + "/text") << "no store";
  EXPECT_TRUE(absl::IsFailedPrecondition(ImportStore(own, folder_ + "/text").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(ImportStore(own, folder_ + "/nowhere").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(ImportStore(own, folder_).status()));
  path_ = own;
  ExpectSound();
}

TEST_F(StoreCareTest, AStoreThatCannotBeWrittenIsReadAndTakesNothing) {
  Fill(0, 3);
  const auto store = OpenSqliteStoreForReading(path_);
  ASSERT_TRUE(store.ok()) << store.status();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(IsThere(store->get(), Item(i)));
  Put(store->get(), Item(7));
  EXPECT_TRUE((*store)->PutRun(1, "run").ok());
  EXPECT_FALSE((*OpenSqliteStore(path_))->FindUnit(Item(7).unit.key).ok());
  EXPECT_TRUE(absl::IsUnavailable(OpenSqliteStoreForReading(folder_ + "/none.db").status()));
}

}  // namespace
}  // namespace plait
