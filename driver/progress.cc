#include "driver/progress.h"

#include <cstdio>

#include "absl/time/clock.h"

namespace plait {

Progress::Progress() : start_(absl::Now()), last_(absl::InfinitePast()) {}

void Progress::Show(const std::string& stage, size_t done, size_t total) {
  const absl::Time now = absl::Now();
  if (now - start_ < absl::Milliseconds(500)) return;
  absl::MutexLock lock(&mutex_);
  if (now - last_ < absl::Milliseconds(100) && done != total) return;
  last_ = now;
  shown_ = true;
  std::fprintf(stderr, "\r\033[K%s %zu/%zu", stage.c_str(), done, total);
  std::fflush(stderr);
}

void Progress::Clear() {
  absl::MutexLock lock(&mutex_);
  if (!shown_) return;
  std::fprintf(stderr, "\r\033[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace plait
