// A place that is left alone once it fails or is slow, so that it costs a run a bounded time.
#ifndef PLAIT_SUMMARIES_SHARED_GUARDED_PLACE_H_
#define PLAIT_SUMMARIES_SHARED_GUARDED_PLACE_H_

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "summaries/shared/object_place.h"

namespace plait {

// Safe to call from many threads.
class GuardedPlace {
 public:
  // After so many failed requests no more are made.
  static constexpr int kMaxFailures = 3;
  // Nor if small objects took longer than this, on average over the first so many and later.
  static constexpr absl::Duration kSlow = absl::Milliseconds(500);
  static constexpr int kFewestTimed = 8;

  explicit GuardedPlace(std::unique_ptr<ObjectPlace> place) : place_(std::move(place)) {}

  // As ObjectPlace; Unavailable at once when the place has been given up.
  absl::StatusOr<std::string> GetSmall(std::string_view path, size_t limit);
  absl::StatusOr<std::string> Get(std::string_view path, size_t limit);
  absl::Status Put(std::string_view path, std::string_view bytes);

  // An object came that is not what it should be.
  void NoteDamaged(std::string_view path, absl::string_view how);
  // Objects that were not sent.
  void NoteUnsent(uint64_t count);
  // Gives the place up, ends requests under way.
  void GiveUp();
  bool is_given_up() const { return given_up_; }

  // What a person should know, one sentence each: that the place was given up and why, that
  // objects were damaged. Each is told once.
  std::vector<std::string> TakeWarnings();

 private:
  void NoteResult(const absl::Status& status);
  void NoteTime(absl::Duration time);

  const std::unique_ptr<ObjectPlace> place_;
  std::atomic<bool> given_up_{false};
  absl::Mutex mutex_;
  int failures_ ABSL_GUARDED_BY(mutex_) = 0;
  std::string failure_ ABSL_GUARDED_BY(mutex_);  // the first
  int timed_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Duration time_ ABSL_GUARDED_BY(mutex_);
  bool is_slow_ ABSL_GUARDED_BY(mutex_) = false;
  uint64_t damaged_ ABSL_GUARDED_BY(mutex_) = 0;
  std::string damage_ ABSL_GUARDED_BY(mutex_);  // the first
  uint64_t unsent_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SHARED_GUARDED_PLACE_H_
