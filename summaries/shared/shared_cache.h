// What was captured and computed elsewhere, at a place that many share: CI fills it, developers
// read it.
//
//   unit key                    -> ac: lists of files that units of this key were made from
//   ... and their contents here -> ac: pointer -> cas: the unit with its procedures' IR
//                               -> ac: pointer -> cas: summaries of its procedures
//   unit key                    -> ac: pointer -> cas: summaries of the version written last
//   report key                  -> ac: pointer -> cas: the report
//
// Two steps, as in ccache's direct mode: a command does not say which files it reads, and their
// contents differ between checkouts; times of files mean nothing here. So many versions of one unit
// lie side by side, and there are as few lists as sets of included files.
#ifndef PLAIT_SUMMARIES_SHARED_SHARED_CACHE_H_
#define PLAIT_SUMMARIES_SHARED_SHARED_CACHE_H_

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "proto/shared_cache.pb.h"
#include "summaries/shared/guarded_place.h"
#include "summaries/shared/object_codec.h"
#include "summaries/store.h"

namespace plait {

enum class CacheMode { kRead, kWrite, kReadWrite };

struct SharedCacheLimits {
  size_t queued_bytes = size_t{256} << 20;         // waiting to be written; more is not written
  absl::Duration finish_time = absl::Seconds(30);  // for what is left when the run is over
};

// Safe to call from many threads. Nothing here ever fails a run: what cannot be had is not found,
// what cannot be written is not, and TakeWarnings tells.
class SharedCache {
 public:
  SharedCache(std::unique_ptr<ObjectPlace> place, CacheMode mode, SharedCacheLimits limits = {});
  // Finishes.
  ~SharedCache();

  // The unit of that key that was made from files with the contents they have here, and its
  // summaries. All of it is bytes from elsewhere; digests are right, meaning is for the caller to
  // check. Main file and key are not part of it.
  std::optional<SharedUnit> FindUnit(std::string_view key, const StampOf& stamp_of);
  // Summaries of the unit of that key from whatever contents it was made last: for a unit that has
  // to be parsed, most of whose procedures are what they were.
  SummaryEntries FindSummaries(std::string_view key);
  std::optional<std::string> FindReport(std::string_view key);

  // Are written in the background, in their order.
  void PutUnit(const UnitRecord& unit, const std::vector<Blob>& blobs);
  // In place of earlier ones of the unit; of those that FindUnit gave, some are kept.
  void PutSummaries(const UnitRecord& unit, SummaryEntries entries);
  void PutReport(std::string_view key, std::string_view bytes);
  bool writes() const { return mode_ != CacheMode::kRead; }

  // Waits for what is being written, for a bounded time; nothing can be put any more.
  void Finish();
  std::vector<std::string> TakeWarnings() { return place_.TakeWarnings(); }

 private:
  struct Task {
    size_t bytes = 0;
    std::function<void()> write;
  };

  bool reads() const { return mode_ != CacheMode::kWrite; }
  std::optional<proto::SharedManifest> GetManifest(std::string_view key);
  std::optional<std::string> GetObject(std::string_view kind, std::string_view key);
  std::optional<SummaryEntries> GetSummaries(std::string_view kind, std::string_view key);
  bool PutObject(std::string_view kind, std::string_view key, std::string_view bytes);
  bool PutPointer(std::string_view kind, std::string_view key, const proto::SharedPointer& pointer);
  std::optional<SharedUnit> GetUnit(std::string_view key, UnitRecord record);
  void AddToManifest(const UnitRecord& unit);
  void Enqueue(size_t bytes, std::function<void()> write);
  void WriteQueue();

  GuardedPlace place_;
  const CacheMode mode_;
  const SharedCacheLimits limits_;

  absl::Mutex mutex_;
  absl::flat_hash_map<std::string, proto::SharedManifest> manifests_ ABSL_GUARDED_BY(mutex_);
  // Those that FindUnit gave, by content key, to be kept when a unit's summaries are written.
  absl::flat_hash_map<std::string, SummaryEntries> summaries_ ABSL_GUARDED_BY(mutex_);
  std::deque<Task> queue_ ABSL_GUARDED_BY(mutex_);
  size_t queued_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  size_t being_written_ ABSL_GUARDED_BY(mutex_) = 0;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> writers_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SHARED_SHARED_CACHE_H_
