#include "checkers/witness/causality.h"

#include <algorithm>

namespace plait::witness {
namespace {

void Learn(const Causality::View& from, Causality::View* to) {
  for (size_t i = 0; i < to->size(); ++i) (*to)[i] = std::max((*to)[i], from[i]);
}

bool Acquires(ir::Ordering ordering) {
  return ordering == ir::Ordering::kAcquire || ordering == ir::Ordering::kAcqRel ||
         ordering == ir::Ordering::kSeqCst;
}

bool Releases(ir::Ordering ordering) {
  return ordering == ir::Ordering::kRelease || ordering == ir::Ordering::kAcqRel ||
         ordering == ir::Ordering::kSeqCst;
}

}  // namespace

void Causality::Tick(uint32_t thread) {
  ThreadViews& views = threads_[thread];
  views.before[thread] = ++views.known[thread];
}

bool Causality::Knows(uint32_t thread, const Write& write) const {
  return write.is_known || std::any_of(write.witness.begin(), write.witness.end(),
                                       [&](Moment moment) { return Knows(thread, moment); });
}

bool Causality::MayMiss(uint32_t thread, const Write& write) const {
  return !Knows(thread, write) &&
         threads_[thread].before[write.moment.thread] >= write.moment.clock;
}

void Causality::Witness(uint32_t thread, Write* write) const {
  if (write->is_known) return;
  const bool is_listed = std::any_of(write->witness.begin(), write->witness.end(),
                                     [&](Moment moment) { return moment.thread == thread; });
  if (!is_listed) write->witness.push_back(Now(thread));
}

void Causality::Create(uint32_t parent, uint32_t child) {
  if (threads_.empty()) {
    threads_.resize(parent + 1);
    threads_[parent].known[parent] = threads_[parent].before[parent] = 1;
  }
  ThreadViews views;
  views.known = threads_[parent].known;
  views.before = threads_[parent].before;
  views.known[child] = views.before[child] = 1;
  threads_.resize(std::max<size_t>(threads_.size(), child + 1));
  threads_[child] = views;
  Tick(parent);
}

void Causality::Join(uint32_t thread, uint32_t other) {
  Learn(threads_[other].known, &threads_[thread].known);
  Learn(threads_[other].before, &threads_[thread].before);
}

void Causality::Acquire(uint32_t thread, uint64_t lock) {
  if (threads_.empty()) return;
  const LockViews& views = locks_[lock];
  Learn(views.known, &threads_[thread].known);
  Learn(views.before, &threads_[thread].before);
}

void Causality::Release(uint32_t thread, uint64_t lock) {
  if (threads_.empty()) return;
  LockViews& views = locks_[lock];
  views.known = threads_[thread].known;
  views.before = threads_[thread].before;
  Tick(thread);
}

void Causality::Fence(uint32_t thread, ir::Ordering ordering) {
  if (threads_.empty()) return;
  ThreadViews& views = threads_[thread];
  if (Acquires(ordering)) {
    Learn(views.loaded, &views.known);
    Learn(views.known, &views.before);
  }
  if (Releases(ordering)) {
    views.offered = views.known;
    Tick(thread);
  }
}

std::optional<Causality::Past> Causality::Access(uint32_t thread, const Bytes& bytes) {
  if (threads_.empty()) return std::nullopt;
  std::optional<Past> unordered;
  for (const Past& past : past_) {
    if (past.moment.thread != thread && past.bytes.ConflictsWith(bytes) &&
        !Knows(thread, past.moment)) {
      unordered = past;
      break;
    }
  }
  std::erase_if(past_, [&](const Past& past) {
    return past.moment.thread == thread && past.bytes.address == bytes.address &&
           past.bytes.size == bytes.size && past.bytes.is_atomic == bytes.is_atomic &&
           past.bytes.is_write <= bytes.is_write;
  });
  past_.push_back({bytes, Now(thread)});
  return unordered;
}

// Words of which only parts are the same are not followed.
Causality::Word* Causality::WordAt(uint64_t address, uint32_t width) {
  const auto next = words_.upper_bound(address);
  const auto before = next == words_.begin() ? words_.end() : std::prev(next);
  if (before != words_.end() && before->first == address && before->second.width == width) {
    return &before->second;
  }
  if ((next != words_.end() && next->first < address + width) ||
      (before != words_.end() && before->first + before->second.width > address)) {
    has_lost_track_ = true;
    return nullptr;
  }
  Word& word = words_[address];
  word.width = width;
  return &word;
}

bool Causality::Load(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering) {
  if (threads_.empty()) return true;
  Word* word = WordAt(address, width);
  if (word == nullptr) return false;
  const bool is_followed = !MayMiss(thread, word->newest);
  ThreadViews& views = threads_[thread];
  Learn(word->message, Acquires(ordering) ? &views.known : &views.loaded);
  Learn(word->written, &views.before);
  Learn(views.known, &views.before);
  Learn(views.before, &word->accessed);
  Witness(thread, &word->newest);
  Witness(thread, &word->newest_store);
  Tick(thread);
  return is_followed;
}

bool Causality::Store(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering) {
  if (threads_.empty()) return true;
  Word* word = WordAt(address, width);
  if (word == nullptr) return false;
  const bool is_followed = !MayMiss(thread, word->newest);
  ThreadViews& views = threads_[thread];
  Learn(word->accessed, &views.before);
  word->written = word->accessed = views.before;
  if (!is_search_ || word->storer != thread) word->message = {};
  Learn(Releases(ordering) ? views.known : views.offered, &word->message);
  word->storer = thread;
  word->newest = word->newest_store = {false, Now(thread), {Now(thread)}};
  Tick(thread);
  return is_followed;
}

// An update comes directly after the write it reads, so it cannot come before another update, as
// long as what those are based on is known.
bool Causality::Update(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering) {
  if (threads_.empty()) return true;
  Word* word = WordAt(address, width);
  if (word == nullptr) return false;
  const bool is_followed = Knows(thread, word->newest_store) || !MayMiss(thread, word->newest);
  ThreadViews& views = threads_[thread];
  Learn(word->message, Acquires(ordering) ? &views.known : &views.loaded);
  Learn(word->accessed, &views.before);
  Learn(views.known, &views.before);
  word->written = word->accessed = views.before;
  Learn(Releases(ordering) ? views.known : views.offered, &word->message);
  word->newest = {false, Now(thread), {Now(thread)}};
  Witness(thread, &word->newest_store);
  Tick(thread);
  return is_followed;
}

void Causality::ForgetKnown(const std::vector<bool>& has_ended) {
  const auto all = [&](auto knows) {
    for (uint32_t t = 0; t < threads_.size(); ++t) {
      if (!has_ended[t] && !knows(t)) return false;
    }
    return true;
  };
  std::erase_if(past_, [&](const Past& past) {
    return all([&](uint32_t t) { return t == past.moment.thread || Knows(t, past.moment); });
  });
  for (auto& [address, word] : words_) {
    for (Write* write : {&word.newest, &word.newest_store}) {
      if (all([&](uint32_t t) { return Knows(t, *write); })) *write = {};
    }
  }
}

}  // namespace plait::witness
