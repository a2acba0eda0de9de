#include "summaries/memory_store.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "summaries/digest.h"
#include "summaries/store_arguments.h"

namespace plait {
namespace {

absl::Status NotThere(const char* what, const std::string& key) {
  return absl::NotFoundError(absl::StrCat("no ", what, " ", key, " in memory"));
}

class MemoryStore final : public Store {
 public:
  absl::StatusOr<UnitRecord> FindUnit(std::string_view key) override {
    absl::ReaderMutexLock lock(&mutex_);
    auto found = units_.find(std::string(key));
    if (found == units_.end()) return NotThere("unit", std::string(key));
    return found->second;
  }

  absl::Status PutUnit(const UnitRecord& unit, const std::vector<Blob>& blobs) override {
    if (absl::Status s = CheckUnit(unit, blobs); !s.ok()) return s;
    absl::MutexLock lock(&mutex_);
    for (const Blob& blob : blobs) Add(blob.kind, blob.digest, blob.bytes);
    units_[unit.key] = unit;
    return absl::OkStatus();
  }

  absl::StatusOr<std::string> GetBlob(BlobKind kind, std::string_view digest) override {
    absl::ReaderMutexLock lock(&mutex_);
    return Get(kind, std::string(digest));
  }

  absl::StatusOr<std::string> FindSummary(std::string_view summary_key) override {
    absl::ReaderMutexLock lock(&mutex_);
    auto found = summaries_.find(std::string(summary_key));
    if (found == summaries_.end()) return NotThere("summary under", std::string(summary_key));
    return found->second;
  }

  absl::Status PutSummaries(const std::vector<std::pair<std::string, Blob>>& summaries) override {
    if (absl::Status s = CheckSummaries(summaries); !s.ok()) return s;
    absl::MutexLock lock(&mutex_);
    for (const auto& [key, blob] : summaries) {
      Add(blob.kind, blob.digest, blob.bytes);
      summaries_[key] = blob.digest;
    }
    return absl::OkStatus();
  }

  absl::StatusOr<std::string> FindReport(std::string_view report_key) override {
    absl::ReaderMutexLock lock(&mutex_);
    auto found = reports_.find(std::string(report_key));
    if (found == reports_.end()) return NotThere("report under", std::string(report_key));
    return Get(BlobKind::kReport, found->second);
  }

  absl::Status PutReport(std::string_view report_key, std::string_view bytes) override {
    if (absl::Status s = CheckKey("report key", report_key); !s.ok()) return s;
    std::string digest = DigestOf(bytes);
    absl::MutexLock lock(&mutex_);
    Add(BlobKind::kReport, digest, std::string(bytes));
    reports_[std::string(report_key)] = std::move(digest);
    return absl::OkStatus();
  }

  absl::StatusOr<Note> FindNote(std::string_view key) override {
    absl::StatusOr<std::string> bytes = FindReport(key);
    if (!bytes.ok()) return bytes.status();
    return Note{*std::move(bytes), /*is_of_today=*/true};
  }

  absl::Status PutNote(std::string_view key, std::string_view bytes) override {
    return PutReport(key, bytes);
  }

  absl::Status PutRun(int64_t ended_unix_seconds, std::string_view run_stats) override {
    absl::MutexLock lock(&mutex_);
    runs_.emplace_back(ended_unix_seconds, run_stats);
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<std::pair<int64_t, std::string>>> Runs(int limit) override {
    absl::ReaderMutexLock lock(&mutex_);
    const size_t count = std::min(runs_.size(), static_cast<size_t>(std::max(limit, 0)));
    return std::vector<std::pair<int64_t, std::string>>(runs_.rbegin(), runs_.rbegin() + count);
  }

  absl::StatusOr<StoreStats> Stats() override {
    absl::ReaderMutexLock lock(&mutex_);
    StoreStats stats;
    stats.units = units_.size();
    stats.reports = reports_.size();
    for (const auto& [key, bytes] : blobs_) {
      stats.procedures += key.first == BlobKind::kIr;
      stats.summaries += key.first == BlobKind::kSummary;
      stats.bytes += bytes.size();
    }
    return stats;
  }

 private:
  void Add(BlobKind kind, const std::string& digest, const std::string& bytes)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    blobs_.emplace(std::make_pair(kind, digest), bytes);
  }

  absl::StatusOr<std::string> Get(BlobKind kind, const std::string& digest) const
      ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    auto found = blobs_.find(std::make_pair(kind, digest));
    if (found == blobs_.end()) return NotThere("blob", digest);
    return found->second;
  }

  absl::Mutex mutex_;
  absl::node_hash_map<std::string, UnitRecord> units_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::pair<BlobKind, std::string>, std::string> blobs_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, std::string> summaries_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, std::string> reports_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::pair<int64_t, std::string>> runs_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

std::unique_ptr<Store> NewMemoryStore() { return std::make_unique<MemoryStore>(); }

}  // namespace plait
