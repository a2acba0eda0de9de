#include "summaries/name.h"

#include <deque>

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
    const Name name = static_cast<Name>(texts_.size());
    texts_.emplace_back(text);
    numbers_.emplace(absl::string_view(texts_.back()), name);
    return name;
  }

  const std::string& Text(Name name) {
    absl::ReaderMutexLock lock(&mutex_);
    return texts_[name];
  }

 private:
  absl::Mutex mutex_;
  std::deque<std::string> texts_ ABSL_GUARDED_BY(mutex_);  // a deque: references stay valid
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
