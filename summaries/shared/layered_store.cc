#include "summaries/shared/layered_store.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace plait {
namespace {

class LayeredStore final : public Store, public SharedTier {
 public:
  LayeredStore(std::unique_ptr<Store> local, std::unique_ptr<SharedCache> cache,
               std::function<void(const std::string&)> warn)
      : local_(std::move(local)), cache_(std::move(cache)), warn_(std::move(warn)) {}

  ~LayeredStore() override {
    cache_->Finish();
    for (const std::string& warning : cache_->TakeWarnings()) warn_(warning);
  }

  absl::StatusOr<UnitRecord> FindUnit(std::string_view key) override {
    return local_->FindUnit(key);
  }

  absl::Status PutUnit(const UnitRecord& unit, const std::vector<Blob>& blobs) override {
    // One with errors is parsed again in every run.
    if (unit.error_count == 0) cache_->PutUnit(unit, blobs);
    return local_->PutUnit(unit, blobs);
  }

  absl::StatusOr<std::string> GetBlob(BlobKind kind, std::string_view digest) override {
    return local_->GetBlob(kind, digest);
  }

  absl::StatusOr<std::string> FindSummary(std::string_view summary_key) override {
    return local_->FindSummary(summary_key);
  }

  absl::Status PutSummaries(const std::vector<std::pair<std::string, Blob>>& summaries) override {
    return local_->PutSummaries(summaries);
  }

  absl::StatusOr<std::string> FindReport(std::string_view report_key) override {
    absl::StatusOr<std::string> found = local_->FindReport(report_key);
    if (found.ok()) return found;
    std::optional<std::string> shared = cache_->FindReport(report_key);
    if (!shared) return found;
    local_->PutReport(report_key, *shared).IgnoreError();  // the next run asks again
    return *std::move(shared);
  }

  absl::Status PutReport(std::string_view report_key, std::string_view bytes) override {
    cache_->PutReport(report_key, bytes);
    return local_->PutReport(report_key, bytes);
  }

  absl::StatusOr<Note> FindNote(std::string_view key) override { return local_->FindNote(key); }

  absl::Status PutNote(std::string_view key, std::string_view bytes) override {
    return local_->PutNote(key, bytes);
  }

  absl::Status PutRun(int64_t ended_unix_seconds, std::string_view run_stats) override {
    return local_->PutRun(ended_unix_seconds, run_stats);
  }

  absl::StatusOr<std::vector<std::pair<int64_t, std::string>>> Runs(int limit) override {
    return local_->Runs(limit);
  }

  absl::StatusOr<StoreStats> Stats() override { return local_->Stats(); }

  SharedTier* shared() override { return this; }

  std::optional<SharedUnit> FindSharedUnit(std::string_view key, const StampOf& stamp_of) override {
    return cache_->FindUnit(key, stamp_of);
  }

  absl::Status TakeSharedUnit(const SharedUnit& unit) override {
    if (absl::Status s = local_->PutUnit(unit.record, unit.blobs); !s.ok()) return s;
    return local_->PutSummaries(unit.summaries);
  }

  absl::Status TakeSharedSummaries(std::string_view key) override {
    return local_->PutSummaries(cache_->FindSummaries(key));
  }

  void ShareSummaries(const UnitRecord& unit, const std::vector<SummaryRef>& summaries) override {
    if (!cache_->writes() || unit.error_count != 0) return;
    SummaryEntries entries;
    for (const SummaryRef& summary : summaries) {
      absl::StatusOr<std::string> bytes = local_->GetBlob(BlobKind::kSummary, summary.digest);
      if (!bytes.ok()) continue;
      entries.push_back({summary.key, {BlobKind::kSummary, summary.digest, *std::move(bytes)}});
    }
    cache_->PutSummaries(unit, std::move(entries));
  }

 private:
  const std::unique_ptr<Store> local_;
  const std::unique_ptr<SharedCache> cache_;
  const std::function<void(const std::string&)> warn_;
};

}  // namespace

std::unique_ptr<Store> NewLayeredStore(std::unique_ptr<Store> local,
                                       std::unique_ptr<SharedCache> cache,
                                       std::function<void(const std::string&)> warn) {
  return std::make_unique<LayeredStore>(std::move(local), std::move(cache), std::move(warn));
}

}  // namespace plait
