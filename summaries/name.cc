#include "summaries/name.h"

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"

namespace plait {
namespace {

class Interner {
 public:
  Interner() { Intern(""); }

  Name Intern(std::string_view text) {
    const absl::string_view key(text.data(), text.size());
    {
      absl::ReaderMutexLock lock(&mutex_);
      auto found = numbers_.find(key);
      if (found != numbers_.end()) return found->second;
    }
    absl::MutexLock lock(&mutex_);
    auto found = numbers_.find(key);
    if (found != numbers_.end()) return found->second;
    const Name name = count_++;
    const Place place = PlaceOf(name);
    if (place.index == 0) chunks_[place.chunk] = new std::string[ChunkSize(place.chunk)];
    std::string& kept = chunks_[place.chunk][place.index];
    kept = text;
    numbers_.emplace(absl::string_view(kept), name);
    return name;
  }

  // Without the lock, which all threads would write to: who has a number got it after its text was
  // there.
  const std::string& Text(Name name) const {
    const Place place = PlaceOf(name);
    return chunks_[place.chunk].load(std::memory_order_relaxed)[place.index];
  }

 private:
  // Chunk c holds kFirst << c texts, which stay where they are.
  static constexpr uint32_t kFirst = 1024;
  static constexpr size_t kChunks = 22;
  struct Place {
    uint32_t chunk = 0;
    uint32_t index = 0;
  };
  static size_t ChunkSize(uint32_t chunk) { return size_t{kFirst} << chunk; }
  static Place PlaceOf(Name name) {
    const uint32_t chunk = std::bit_width(name / kFirst + 1) - 1;
    return {chunk, name - kFirst * ((1u << chunk) - 1)};
  }

  absl::Mutex mutex_;
  Name count_ ABSL_GUARDED_BY(mutex_) = 0;
  std::array<std::atomic<std::string*>, kChunks> chunks_{};
  absl::flat_hash_map<absl::string_view, Name> numbers_ ABSL_GUARDED_BY(mutex_);
};

Interner& GlobalInterner() {
  static Interner& interner = *new Interner;
  return interner;
}

}  // namespace

Name InternName(std::string_view text) { return GlobalInterner().Intern(text); }

const std::string& NameText(Name name) { return GlobalInterner().Text(name); }

}  // namespace plait
