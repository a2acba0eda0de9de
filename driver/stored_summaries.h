// Summaries of earlier runs, out of a store and into it.
#ifndef PLAIT_DRIVER_STORED_SUMMARIES_H_
#define PLAIT_DRIVER_STORED_SUMMARIES_H_

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "analyzer/schedule/scheduler.h"
#include "proto/reuse.pb.h"
#include "summaries/name.h"
#include "summaries/store.h"

namespace plait {

class StoredSummaries final : public SummaryCache {
 public:
  // `whole`: summaries are read to the end at once, and those that are damaged not found. If not,
  // those that `last` has the heads of are read when someone looks into them, and set `damaged` if
  // they cannot be. `last` may be null and has to outlive this.
  StoredSummaries(Store* store, bool whole, const proto::LastRun* last,
                  std::shared_ptr<std::atomic<bool>> damaged);

  std::shared_ptr<const LazySummary> Find(const std::string& key, std::string* interface) override;
  std::string Put(const std::string& key, const Summary& summary) override;

  // Writes what was put.
  absl::Status Finish();

  // Where the summary of a definition is.
  struct Place {
    SummaryRef summary;
    bool is_new = false;  // made in this run
  };
  // By name of the definition. Not while others find and put.
  const absl::flat_hash_map<Name, Place>& places() const ABSL_NO_THREAD_SAFETY_ANALYSIS {
    return places_;
  }

 private:
  static constexpr size_t kBatch = 500;  // one transaction each: a killed run loses little

  std::shared_ptr<const LazySummary> FindLast(const std::string& key, std::string* interface);
  void Note(Name definition, const std::string& key, const std::string& digest, bool is_new);
  void Flush() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Store* const store_;
  const bool whole_;
  const std::shared_ptr<std::atomic<bool>> damaged_;
  std::vector<Name> texts_;                                                        // of `last`
  absl::flat_hash_map<absl::string_view, const proto::LastRun::Procedure*> last_;  // by raw key
  absl::Mutex mutex_;
  std::vector<std::pair<std::string, Blob>> pending_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Name, Place> places_ ABSL_GUARDED_BY(mutex_);
};

// The head as the record of a run has it, or nothing if its numbers mean none. `texts`: of the
// record.
std::optional<SummaryHead> DecodeHead(const proto::LastRun::Procedure& procedure,
                                      const std::vector<Name>& texts);

// Writes heads into the record of a run.
class HeadEncoder {
 public:
  explicit HeadEncoder(proto::LastRun* record) : record_(*record) {}

  void Encode(const SummaryHead& head, proto::LastRun::Head* to);

 private:
  uint32_t Number(const std::string& text);

  proto::LastRun& record_;
  absl::flat_hash_map<std::string, uint32_t> numbers_;
};

}  // namespace plait

#endif  // PLAIT_DRIVER_STORED_SUMMARIES_H_
