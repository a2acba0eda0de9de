// One line on the terminal that says how far a long run is.
#ifndef PLAIT_DRIVER_PROGRESS_H_
#define PLAIT_DRIVER_PROGRESS_H_

#include <cstddef>
#include <string>

#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace plait {

// Writes to standard error. Shows nothing in the first half second, so that short runs stay quiet.
class Progress {
 public:
  Progress();
  void Show(const std::string& stage, size_t done, size_t total);
  void Clear();

 private:
  const absl::Time start_;
  absl::Mutex mutex_;
  absl::Time last_ ABSL_GUARDED_BY(mutex_);
  bool shown_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace plait

#endif  // PLAIT_DRIVER_PROGRESS_H_
