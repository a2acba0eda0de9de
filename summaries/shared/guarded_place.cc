#include "summaries/shared/guarded_place.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"

namespace plait {
namespace {

absl::string_view View(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

absl::StatusOr<std::string> GuardedPlace::GetSmall(std::string_view path, size_t limit) {
  const absl::Time start = absl::Now();
  absl::StatusOr<std::string> bytes = Get(path, limit);
  if (!given_up_) NoteTime(absl::Now() - start);
  return bytes;
}

absl::StatusOr<std::string> GuardedPlace::Get(std::string_view path, size_t limit) {
  if (given_up_) return absl::UnavailableError("given up");
  absl::StatusOr<std::string> bytes = place_->Get(path, limit);
  if (absl::IsResourceExhausted(bytes.status())) {
    NoteDamaged(path, "too big");
  } else {
    NoteResult(bytes.status());
  }
  return bytes;
}

absl::Status GuardedPlace::Put(std::string_view path, std::string_view bytes) {
  if (given_up_) return absl::UnavailableError("given up");
  absl::Status status = place_->Put(path, bytes);
  if (absl::IsResourceExhausted(status)) {
    NoteUnsent(1);
  } else {
    NoteResult(status);
  }
  return status;
}

void GuardedPlace::NoteResult(const absl::Status& status) {
  if (status.ok() || absl::IsNotFound(status)) return;
  {
    absl::MutexLock lock(&mutex_);
    // Those that were ended by giving up say nothing.
    if (given_up_) return;
    if (failures_++ == 0) failure_ = std::string(status.message());
    if (failures_ < kMaxFailures) return;
  }
  GiveUp();
}

void GuardedPlace::NoteTime(absl::Duration time) {
  {
    absl::MutexLock lock(&mutex_);
    time_ += time;
    ++timed_;
    is_slow_ = timed_ >= kFewestTimed && time_ > timed_ * kSlow;
    if (!is_slow_) return;
  }
  GiveUp();
}

void GuardedPlace::NoteDamaged(std::string_view path, absl::string_view how) {
  absl::MutexLock lock(&mutex_);
  if (damaged_++ == 0) damage_ = absl::StrCat(View(path), ": ", how);
}

void GuardedPlace::NoteUnsent(uint64_t count) {
  absl::MutexLock lock(&mutex_);
  unsent_ += count;
}

void GuardedPlace::GiveUp() {
  given_up_ = true;
  place_->Stop();
}

std::vector<std::string> GuardedPlace::TakeWarnings() {
  absl::MutexLock lock(&mutex_);
  std::vector<std::string> warnings;
  const std::string cache = absl::StrCat("shared cache ", place_->name(), ": ");
  if (failures_ > 0) {
    warnings.push_back(absl::StrCat(
        failure_, failures_ >= kMaxFailures ? "; the shared cache is not used any more" : ""));
  }
  if (is_slow_) {
    warnings.push_back(
        absl::StrCat(cache, "too slow, ",
                     absl::FormatDuration(absl::Trunc(time_ / timed_, absl::Milliseconds(1))),
                     " for each request; not used any more"));
  }
  if (damaged_ > 0) {
    warnings.push_back(absl::StrCat(cache, damaged_, damaged_ == 1 ? " object is" : " objects are",
                                    " damaged and not used, such as ", damage_));
  }
  // That a place was given up says so already.
  if (unsent_ > 0 && failures_ < kMaxFailures && !is_slow_)
    warnings.push_back(absl::StrCat(cache, unsent_, " results were not written"));
  failures_ = 0;
  damaged_ = 0;
  unsent_ = 0;
  is_slow_ = false;
  return warnings;
}

}  // namespace plait
