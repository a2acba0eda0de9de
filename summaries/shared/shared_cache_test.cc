#include "summaries/shared/shared_cache.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "summaries/digest.h"
#include "summaries/memory_store.h"
#include "summaries/shared/layered_store.h"
#include "summaries/shared/object_codec.h"
#include "summaries/shared/sha256.h"

namespace plait {
namespace {

// A place in memory whose owner can do anything to it.
struct World {
  absl::Mutex mutex;
  std::map<std::string, std::string> objects;
  std::vector<std::string> read;
  std::function<absl::Status()> on_call = [] { return absl::OkStatus(); };
};

class FakePlace final : public ObjectPlace {
 public:
  explicit FakePlace(World* world) : world_(world) {}
  const std::string& name() const override { return name_; }
  absl::StatusOr<std::string> Get(std::string_view path, size_t limit) override {
    if (absl::Status s = world_->on_call(); !s.ok()) return s;
    absl::MutexLock lock(&world_->mutex);
    world_->read.push_back(std::string(path));
    auto found = world_->objects.find(std::string(path));
    if (found == world_->objects.end()) return absl::NotFoundError("not there");
    if (found->second.size() > limit) return absl::ResourceExhaustedError("too big");
    return found->second;
  }
  absl::Status Put(std::string_view path, std::string_view bytes) override {
    if (absl::Status s = world_->on_call(); !s.ok()) return s;
    absl::MutexLock lock(&world_->mutex);
    world_->objects[std::string(path)] = std::string(bytes);
    return absl::OkStatus();
  }
  void Stop() override {}

 private:
  World* const world_;
  const std::string name_ = "fake";
};

Blob MakeBlob(BlobKind kind, const std::string& bytes) { return {kind, DigestOf(bytes), bytes}; }

struct Unit {
  explicit Unit(const std::string& contents) {
    blobs = {MakeBlob(BlobKind::kUnit, "unit " + contents),
             MakeBlob(BlobKind::kIr, "f " + contents), MakeBlob(BlobKind::kIr, "shared")};
    record.key = DigestOf("key");
    record.unit_digest = blobs[0].digest;
    record.procedures = {
        {"f", blobs[1].digest, 3}, {"g", blobs[2].digest, 9}, {"h", blobs[2].digest, 12}};
    record.inputs = {{"a.c", 1, 2, DigestOf(contents)}, {"a.h", 3, 4, DigestOf("header")}};
    record.missing = {"config.h"};
    summaries = {{DigestOf("key of f " + contents), MakeBlob(BlobKind::kSummary, "s" + contents)}};
  }
  UnitRecord record;
  std::vector<Blob> blobs;
  SummaryEntries summaries;
};

// A checkout in which a.c has these contents. Times differ from everybody's.
StampOf Checkout(const std::string& contents) {
  return [contents](const std::string& path) -> std::optional<FileStamp> {
    if (path == "a.c") return FileStamp{path, 1, 77, DigestOf(contents)};
    if (path == "a.h") return FileStamp{path, 3, 78, DigestOf("header")};
    return std::nullopt;
  };
}

class SharedCacheTest : public testing::Test {
 protected:
  std::unique_ptr<SharedCache> Open(CacheMode mode = CacheMode::kReadWrite,
                                    SharedCacheLimits limits = {}) {
    return std::make_unique<SharedCache>(std::make_unique<FakePlace>(&world_), mode, limits);
  }

  void Fill(const std::string& contents) {
    const Unit unit(contents);
    auto cache = Open();
    cache->PutUnit(unit.record, unit.blobs);
    cache->PutSummaries(unit.record, unit.summaries);
    cache->PutReport(DigestOf("report"), "the report");
    cache->Finish();
    EXPECT_TRUE(cache->TakeWarnings().empty());
  }

  void ExpectFound(const std::string& contents) {
    const Unit expected(contents);
    auto found = Open()->FindUnit(expected.record.key, Checkout(contents));
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->record.unit_digest, expected.record.unit_digest);
    EXPECT_EQ(found->record.procedures, expected.record.procedures);
    EXPECT_EQ(found->record.missing, expected.record.missing);
    EXPECT_EQ(found->record.inputs[0].mtime_ns, 77);
    ASSERT_EQ(found->blobs.size(), expected.blobs.size());
    for (size_t i = 0; i < found->blobs.size(); ++i) {
      EXPECT_EQ(found->blobs[i].digest, expected.blobs[i].digest);
      EXPECT_EQ(found->blobs[i].bytes, expected.blobs[i].bytes);
    }
    ASSERT_EQ(found->summaries.size(), 1u);
    EXPECT_EQ(found->summaries[0].first, expected.summaries[0].first);
    EXPECT_EQ(found->summaries[0].second.bytes, expected.summaries[0].second.bytes);
  }

  World world_;
};

TEST_F(SharedCacheTest, VersionsLieSideBySideAndContentsChoose) {
  Fill("one");
  Fill("two");
  ExpectFound("one");
  ExpectFound("two");
  EXPECT_FALSE(Open()->FindUnit(DigestOf("key"), Checkout("three")).has_value());
  EXPECT_EQ(Open()->FindReport(DigestOf("report")), "the report");
  EXPECT_FALSE(Open()->FindReport(DigestOf("other")).has_value());
}

TEST_F(SharedCacheTest, AFileThatAppearedMakesAnotherUnit) {
  Fill("one");
  const StampOf there = [](const std::string& path) {
    return path == "config.h" ? FileStamp{path, 1, 1, DigestOf("c")} : Checkout("one")(path);
  };
  EXPECT_FALSE(Open()->FindUnit(DigestOf("key"), there).has_value());
}

TEST_F(SharedCacheTest, SetsOfFilesLieSideBySideUpToALimit) {
  for (int i = 0; i < 2 * kMaxAlternatives; ++i) {
    Unit unit("one");
    unit.record.inputs.push_back({absl::StrCat(i, ".h"), 1, 1, DigestOf("h")});
    auto cache = Open();
    cache->PutUnit(unit.record, unit.blobs);
  }
  for (int i = 0; i < 2 * kMaxAlternatives; ++i) {
    const std::string name = absl::StrCat(i, ".h");
    const StampOf here = [&](const std::string& path) {
      return path == name ? FileStamp{path, 1, 1, DigestOf("h")} : Checkout("one")(path);
    };
    EXPECT_EQ(Open()->FindUnit(DigestOf("key"), here).has_value(), i >= kMaxAlternatives) << i;
  }
}

TEST_F(SharedCacheTest, SummariesOfOtherBranchesAreKept) {
  Fill("one");
  auto cache = Open();
  const Unit unit("one");
  ASSERT_TRUE(cache->FindUnit(unit.record.key, Checkout("one")).has_value());
  cache->PutSummaries(unit.record, {{DigestOf("other"), MakeBlob(BlobKind::kSummary, "other")}});
  cache->Finish();
  const auto found = Open()->FindUnit(unit.record.key, Checkout("one"));
  ASSERT_EQ(found->summaries.size(), 2u);
  EXPECT_EQ(found->summaries[0].first, DigestOf("other"));
  EXPECT_EQ(found->summaries[1].first, unit.summaries[0].first);
}

TEST_F(SharedCacheTest, SummariesOfOtherContentsServeAUnitNobodyHas) {
  Fill("one");
  Fill("two");
  auto cache = Open();
  EXPECT_TRUE(cache->FindSummaries(DigestOf("unknown")).empty());
  EXPECT_FALSE(cache->FindUnit(DigestOf("key"), Checkout("three")).has_value());
  const SummaryEntries found = cache->FindSummaries(DigestOf("key"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].first, Unit("two").summaries[0].first);
}

TEST_F(SharedCacheTest, ModesAreKept) {
  const Unit unit("one");
  {
    auto cache = Open(CacheMode::kRead);
    cache->PutUnit(unit.record, unit.blobs);
    cache->PutReport(DigestOf("report"), "r");
  }
  EXPECT_TRUE(world_.objects.empty());
  Fill("one");
  world_.read.clear();
  auto cache = Open(CacheMode::kWrite);
  EXPECT_FALSE(cache->FindUnit(unit.record.key, Checkout("one")).has_value());
  EXPECT_FALSE(cache->FindReport(DigestOf("report")).has_value());
  EXPECT_TRUE(world_.read.empty());
}

TEST_F(SharedCacheTest, DamageIsNeverBelieved) {
  Fill("one");
  const std::map<std::string, std::string> whole = world_.objects;
  world_.read.clear();
  ExpectFound("one");
  ASSERT_TRUE(Open()->FindReport(DigestOf("report")).has_value());
  const std::vector<std::string> read = world_.read;
  std::mt19937 random(3);
  int found = 0;
  for (int round = 0; round < 2000; ++round) {
    world_.objects = whole;
    auto victim = world_.objects.find(read[random() % read.size()]);
    std::string& bytes = victim->second;
    switch (random() % 4) {
      case 0:
        bytes.resize(random() % bytes.size());
        break;
      case 1:
        bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
        break;
      case 2:
        bytes = std::string(random() % 100, static_cast<char>(random()));
        break;
      default:
        bytes = std::next(whole.begin(), random() % whole.size())->second;
    }
    const bool is_damaged = bytes != whole.at(victim->first);
    auto cache = Open(CacheMode::kRead);
    const auto unit = cache->FindUnit(DigestOf("key"), Checkout("one"));
    const auto report = cache->FindReport(DigestOf("report"));
    if (report) EXPECT_EQ(*report, "the report");
    if (unit) {
      ++found;
      EXPECT_EQ(unit->record.procedures, Unit("one").record.procedures);
    }
    const bool is_whole = unit && report && unit->summaries.size() == 1;
    EXPECT_EQ(is_whole, !is_damaged);
    EXPECT_EQ(cache->TakeWarnings().empty(), !is_damaged);
  }
  EXPECT_GT(found, 100);
}

// Objects whose digests are right and whose contents are made up.
TEST_F(SharedCacheTest, SealedNonsenseIsNotUsed) {
  Fill("one");
  const std::map<std::string, std::string> whole = world_.objects;
  std::mt19937 random(4);
  for (int round = 0; round < 2000; ++round) {
    world_.objects = whole;
    for (auto& [path, bytes] : world_.objects) {
      if (!absl::StartsWith(path, "ac/") || random() % 2 == 0) continue;
      std::string payload = *Unseal(path, bytes);
      for (int i = random() % 4; i >= 0; --i) {
        payload[random() % payload.size()] = static_cast<char>(random());
      }
      bytes = Seal(path, payload);
    }
    auto cache = Open(CacheMode::kRead);
    const auto unit = cache->FindUnit(DigestOf("key"), Checkout("one"));
    if (unit) EXPECT_EQ(unit->record.unit_digest, Unit("one").record.unit_digest);
  }
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = EncodeSharedUnit(Unit("one").record, Unit("one").blobs).value();
    for (int i = random() % 6; i >= 0; --i) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    UnitRecord record;
    std::vector<Blob> blobs;
    if (!DecodeSharedUnit(bytes, &record, &blobs).ok()) continue;
    for (const Blob& blob : blobs) EXPECT_EQ(blob.digest, DigestOf(blob.bytes));
    for (const ProcedureRef& procedure : record.procedures) {
      EXPECT_TRUE(IsDigest(procedure.ir_digest));
    }
    DecodeSharedSummaries(bytes).status().IgnoreError();
  }
}

TEST_F(SharedCacheTest, APlaceThatFailsIsLeftAlone) {
  int calls = 0;
  world_.on_call = [&] {
    ++calls;
    return absl::UnavailableError("fake: broken");
  };
  auto cache = Open();
  for (int i = 0; i < 100; ++i) cache->FindUnit(DigestOf("key"), Checkout("one"));
  EXPECT_EQ(calls, GuardedPlace::kMaxFailures);
  const auto warnings = cache->TakeWarnings();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(absl::StrContains(warnings[0], "fake: broken")) << warnings[0];
}

TEST_F(SharedCacheTest, APlaceThatIsSlowIsLeftAlone) {
  int calls = 0;
  world_.on_call = [&] {
    ++calls;
    absl::SleepFor(GuardedPlace::kSlow + absl::Milliseconds(20));
    return absl::OkStatus();
  };
  auto cache = Open();
  for (int i = 0; i < 100; ++i) cache->FindUnit(DigestOf("key"), Checkout("one"));
  EXPECT_EQ(calls, GuardedPlace::kFewestTimed);
  EXPECT_EQ(cache->TakeWarnings().size(), 1u);
}

TEST_F(SharedCacheTest, WritingIsBounded) {
  absl::Notification go;
  world_.on_call = [&] {
    go.WaitForNotification();
    return absl::OkStatus();
  };
  SharedCacheLimits limits;
  limits.queued_bytes = 1000;
  limits.finish_time = absl::Milliseconds(10);
  auto cache = Open(CacheMode::kWrite, limits);
  for (int i = 0; i < 100; ++i) {
    cache->PutReport(DigestOf(absl::StrCat(i)), std::string(100, 'r'));
  }
  std::thread opener([&] {
    absl::SleepFor(absl::Milliseconds(100));
    go.Notify();
  });
  cache->Finish();
  opener.join();
  const auto warnings = cache->TakeWarnings();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(absl::StrContains(warnings[0], "100 results were not written")) << warnings[0];
}

TEST_F(SharedCacheTest, ALayeredStoreKeepsWhatItFinds) {
  std::vector<std::string> warnings;
  const auto warn = [&](const std::string& text) { warnings.push_back(text); };
  const Unit unit("one");
  {
    auto store = NewLayeredStore(NewMemoryStore(), Open(), warn);
    ASSERT_TRUE(store->PutUnit(unit.record, unit.blobs).ok());
    ASSERT_TRUE(store->PutSummaries(unit.summaries).ok());
    ASSERT_TRUE(store->PutReport(DigestOf("report"), "the report").ok());
    store->shared()->ShareSummaries(unit.record,
                                    {{unit.summaries[0].first, unit.summaries[0].second.digest}});
  }
  ExpectFound("one");
  auto store = NewLayeredStore(NewMemoryStore(), Open(CacheMode::kRead), warn);
  EXPECT_TRUE(absl::IsNotFound(store->FindUnit(unit.record.key).status()));
  auto found = store->shared()->FindSharedUnit(unit.record.key, Checkout("one"));
  ASSERT_TRUE(found.has_value());
  ASSERT_TRUE(store->shared()->TakeSharedUnit(*found).ok());
  EXPECT_EQ(*store->FindReport(DigestOf("report")), "the report");
  world_.objects.clear();
  EXPECT_EQ(store->FindUnit(unit.record.key)->procedures, unit.record.procedures);
  EXPECT_EQ(*store->FindSummary(unit.summaries[0].first), unit.summaries[0].second.digest);
  EXPECT_EQ(*store->GetBlob(BlobKind::kIr, unit.blobs[1].digest), unit.blobs[1].bytes);
  EXPECT_EQ(*store->FindReport(DigestOf("report")), "the report");
  EXPECT_TRUE(warnings.empty());
}

TEST_F(SharedCacheTest, UnitsWithErrorsAreNotShared) {
  Unit unit("one");
  unit.record.error_count = 1;
  NewLayeredStore(NewMemoryStore(), Open(), [](const std::string&) {})
      ->PutUnit(unit.record, unit.blobs)
      .IgnoreError();
  EXPECT_TRUE(world_.objects.empty());
}

TEST(Sha256Test, IsThatOfTheStandard) {
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace plait
