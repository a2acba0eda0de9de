#include "checkers/witness/causality.h"

#include <algorithm>
#include <utility>

namespace plait::witness {
namespace {

// What is consumed is acquired: no compiler does less.
bool Acquires(ir::Ordering ordering) {
  return ordering == ir::Ordering::kConsume || ordering == ir::Ordering::kAcquire ||
         ordering == ir::Ordering::kAcqRel || ordering == ir::Ordering::kSeqCst;
}

bool Releases(ir::Ordering ordering) {
  return ordering == ir::Ordering::kRelease || ordering == ir::Ordering::kAcqRel ||
         ordering == ir::Ordering::kSeqCst;
}

}  // namespace

void Causality::Learn(const View& from, View* to) const {
  if (IsSearch()) {
    for (size_t i = 0; i < to->size(); ++i) (*to)[i] = std::max((*to)[i], from[i]);
  } else {
    for (size_t i = 0; i < to->size(); ++i) (*to)[i] |= from[i];
  }
}

void Causality::LearnAll(const Knowledge& from, Knowledge* to) const {
  Learn(from.known, &to->known);
  Learn(from.bound, &to->bound);
  Learn(from.consistent, &to->consistent);
}

// Of explorations.
void Causality::Keep(const View& from, View* to) {
  for (size_t i = 0; i < to->size(); ++i) (*to)[i] &= from[i];
}

void Causality::Tick(uint32_t thread) {
  ThreadViews& views = threads_[thread].Own();
  if (IsSearch()) {
    ++views.now;
  } else if (moments_ < kMostMoments) {
    views.now = moments_++;
  } else {
    has_lost_track_ = true;
  }
  for (View* view : {&views.known, &views.bound, &views.before}) Add(Now(thread), view);
}

bool Causality::Knows(uint32_t thread, const Write& write) const {
  return std::all_of(write.begin(), write.end(), [&](const OneWrite& one) {
    return IsWitnessed(threads_[thread]->bound, one);
  });
}

// Whether the next operation of the thread misses it in no execution: it is known, or comes before
// in the order of consistent operations.
bool Causality::IsFound(uint32_t thread, const Word& word, const OneWrite& write,
                        ir::Ordering ordering) const {
  return IsWitnessed(threads_[thread]->bound, write) ||
         (ordering == ir::Ordering::kSeqCst && word.kind == WordKind::kConsistent &&
          Covers(threads_[thread]->consistent, write.moment));
}

bool Causality::IsFound(uint32_t thread, const Word& word, const Write& write,
                        ir::Ordering ordering) const {
  return std::all_of(write.begin(), write.end(),
                     [&](const OneWrite& one) { return IsFound(thread, word, one, ordering); });
}

bool Causality::MayMiss(uint32_t thread, const Word& word, const Write& write,
                        ir::Ordering ordering) const {
  return std::any_of(write.begin(), write.end(), [&](const OneWrite& one) {
    return !IsFound(thread, word, one, ordering) && Covers(threads_[thread]->before, one.moment);
  });
}

void Causality::Witness(uint32_t thread, Write* write) const {
  // Who learns of this operation learns what its thread knows.
  for (OneWrite& one : *write) {
    if (!IsWitnessed(threads_[thread]->bound, one)) one.witness.push_back(Now(thread));
  }
}

void Causality::Create(uint32_t parent, uint32_t child) {
  if (threads_.empty()) {
    threads_.resize(parent + 1);
    Tick(parent);
  }
  ThreadViews views;
  LearnAll(*threads_[parent], &views);
  views.before = threads_[parent]->before;
  threads_.resize(std::max<size_t>(threads_.size(), child + 1));
  threads_[child].Own() = views;
  Tick(child);
  Tick(parent);
}

void Causality::Join(uint32_t thread, uint32_t other) {
  ThreadViews& views = threads_[thread].Own();
  LearnAll(*threads_[other], &views);
  Learn(threads_[other]->before, &views.before);
}

void Causality::Await(uint32_t thread, const std::vector<uint32_t>& others) {
  if (others.empty()) return;
  ThreadViews common = *threads_[others[0]];
  for (uint32_t other : others) {
    Keep(threads_[other]->known, &common.known);
    Keep(threads_[other]->bound, &common.bound);
    Keep(threads_[other]->consistent, &common.consistent);
    Keep(threads_[other]->before, &common.before);
  }
  ThreadViews& views = threads_[thread].Own();
  LearnAll(common, &views);
  Learn(common.before, &views.before);
}

void Causality::Acquire(uint32_t thread, uint64_t lock) {
  if (threads_.empty()) return;
  const LockViews& told = locks_.Own(lock);
  ThreadViews& views = threads_[thread].Own();
  LearnAll(told, &views);
  Learn(told.before, &views.before);
}

void Causality::Release(uint32_t thread, uint64_t lock) {
  if (threads_.empty()) return;
  LockViews& views = locks_.Own(lock);
  static_cast<Knowledge&>(views) = *threads_[thread];
  views.before = threads_[thread]->before;
  Tick(thread);
}

void Causality::ReleaseBeside(uint32_t thread, uint64_t lock) {
  if (threads_.empty()) return;
  LockViews& views = locks_.Own(lock);
  LearnAll(*threads_[thread], &views);
  Learn(threads_[thread]->before, &views.before);
  Tick(thread);
}

void Causality::Fence(uint32_t thread, ir::Ordering ordering) {
  if (threads_.empty()) return;
  ThreadViews& views = threads_[thread].Own();
  if (Acquires(ordering)) {
    LearnAll(views.loaded, &views);
    Learn(views.bound, &views.before);
  }
  if (ordering == ir::Ordering::kSeqCst && purpose_ != Purpose::kSearch) {
    LockViews& fence = fence_.Own();
    Learn(fence.bound, &views.bound);
    Learn(fence.before, &views.before);
    fence.bound = views.bound;
    fence.before = views.before;
  }
  if (Releases(ordering)) {
    views.offered = views;
    Tick(thread);
  }
}

std::optional<Causality::Past> Causality::Access(uint32_t thread, const Bytes& bytes) {
  if (threads_.empty()) return std::nullopt;
  std::optional<Past> unordered;
  // Who knows of this access knows of those, and it conflicts with no less. A search is to find
  // all pairs.
  const auto add_to = [&](std::vector<Past>* all, bool is_added) {
    kept_ -= std::erase_if(*all, [&](const Past& past) {
      if (!past.bytes.Overlaps(bytes)) return false;
      const bool is_known = Knows(thread, past.moment);
      if (!is_known && !unordered.has_value() && past.bytes.ConflictsWith(bytes)) unordered = past;
      return (IsSearch() ? past.moment.thread == thread : is_known) &&
             past.bytes.address == bytes.address && past.bytes.size == bytes.size &&
             past.bytes.stride == bytes.stride && past.bytes.is_atomic == bytes.is_atomic &&
             past.bytes.is_write <= bytes.is_write;
    });
    if (!is_added) return;
    all->push_back({bytes, Now(thread)});
    ++kept_;
  };
  if (!IsSearch()) {
    add_to(&past_, true);
    return unordered;
  }
  constexpr int kLineShift = 6;
  constexpr uint64_t kMostLines = 1 << 12;
  const uint64_t first = bytes.address >> kLineShift;
  const uint64_t last = (bytes.address + std::max<uint64_t>(bytes.size, 1) - 1) >> kLineShift;
  const bool is_long = last - first >= kMostLines;
  add_to(&long_past_, is_long);
  if (is_long) {
    for (auto& [line, all] : past_by_line_) {
      if (first <= line && line <= last) add_to(&all, false);
    }
    return unordered;
  }
  for (uint64_t line = first; line <= last; ++line) add_to(&past_by_line_[line], true);
  return unordered;
}

// Words of which only parts are the same are not followed.
Causality::Word* Causality::WordAt(uint64_t address, uint32_t width) {
  const auto next = words_.LowerBound(address);
  const bool is_known = next != words_.end() && next->first == address;
  if (is_known && next->second->width == width) return &words_.Own(address);
  const auto before = next == words_.begin() ? words_.end() : std::prev(next);
  if ((next != words_.end() && next->first < address + width) ||
      (before != words_.end() && before->first + before->second->width > address)) {
    has_lost_track_ = true;
    return nullptr;
  }
  Word& word = words_.Own(address);
  word.width = width;
  return &word;
}

void Causality::Access(Word* word, ir::Ordering ordering) const {
  const bool is_consistent = ordering == ir::Ordering::kSeqCst;
  if (word->kind == WordKind::kUnused) {
    word->kind = is_consistent ? WordKind::kConsistent : WordKind::kWeak;
  } else if (word->kind == WordKind::kConsistent && !is_consistent) {
    word->kind = WordKind::kMixed;
  }
}

void Causality::LearnMessage(uint32_t thread, const Word& word, const Message& message,
                             ir::Ordering ordering) {
  ThreadViews& views = threads_[thread].Own();
  if (Acquires(ordering)) {
    LearnAll(message.told, &views);
  } else if (has_fence_) {
    LearnAll(message.told, &views.loaded);
  }
  if (word.kind == WordKind::kConsistent) Learn(message.consistent_at, &views.consistent);
  Learn(message.written, &views.before);
  Learn(views.bound, &views.before);
}

bool Causality::Load(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering) {
  if (threads_.empty()) return true;
  Word* word = WordAt(address, width);
  if (word == nullptr) return false;
  Access(word, ordering);
  const bool is_followed =
      purpose_ == Purpose::kAllValues || !MayMiss(thread, *word, word->newest.write, ordering);
  LearnMessage(thread, *word, word->newest, ordering);
  FinishLoad(thread, word, &word->newest);
  Witness(thread, &word->newest_store);
  Tick(thread);
  return is_followed;
}

void Causality::FinishLoad(uint32_t thread, Word* word, Message* message) {
  ThreadViews& views = threads_[thread].Own();
  if (purpose_ != Purpose::kAllValues) Learn(views.before, &word->accessed);
  Witness(thread, &message->write);
  if (word->kind != WordKind::kConsistent) return;
  Add(Now(thread), &views.consistent);
  Learn(views.consistent, &word->consistent_accessed);
}

// Makes a write of the thread the newest one. `passes_on`: what the newest one told.
void Causality::Replace(uint32_t thread, Word* word, ir::Ordering ordering, Value old,
                        bool is_update, bool passes_on) {
  ThreadViews& views = threads_[thread].Own();
  Message message;
  message.is_update = is_update;
  if (passes_on) message.told = word->newest.told;
  message.written = word->accessed = views.before;
  LearnAll(Releases(ordering) ? static_cast<const Knowledge&>(views) : views.offered,
           &message.told);
  if (word->kind != WordKind::kWeak) message.told.consistent = {};
  if (word->kind == WordKind::kConsistent) {
    Learn(word->consistent_accessed, &views.consistent);
    Add(Now(thread), &views.consistent);
    message.consistent_at = word->consistent_accessed = views.consistent;
  }
  message.write = {{Now(thread), {Now(thread)}}};
  if (purpose_ == Purpose::kAllValues) {
    word->newest.value = old;
    word->older.push_back(std::move(word->newest));
  }
  word->newest = std::move(message);
}

// Whether the write may come before another one that it follows in all interleavings.
bool Causality::MayComeBefore(uint32_t thread, const Word& word, ir::Ordering ordering,
                              bool is_update, std::optional<Value> expected) const {
  const Message* later = &word.newest;
  for (size_t i = word.older.size();; --i) {
    if (IsFound(thread, word, later->write, ordering)) return false;
    if (i == 0) return MayMiss(thread, word, later->write, ordering);
    const Message& earlier = word.older[i - 1];
    // Nothing comes between an update and what it found.
    const bool can_be_between =
        !later->is_update &&
        (!is_update || !expected.has_value() || !expected->known || !earlier.value.known ||
         HaveSameBits(earlier.value, *expected, word.width));
    if (can_be_between && MayMiss(thread, word, later->write, ordering)) return true;
    later = &earlier;
  }
}

bool Causality::Store(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering,
                      Value old) {
  if (threads_.empty()) return true;
  Word* word = WordAt(address, width);
  if (word == nullptr) return false;
  Access(word, ordering);
  const bool is_followed = !MayComeBefore(thread, *word, ordering, /*is_update=*/false, {});
  ThreadViews& views = threads_[thread].Own();
  Learn(word->accessed, &views.before);
  const bool continues = purpose_ == Purpose::kSearch && word->storer == thread;
  Replace(thread, word, ordering, old, /*is_update=*/false, continues);
  word->storer = thread;
  word->newest_store = word->newest.write;
  Tick(thread);
  return is_followed;
}

// An update comes directly after the write it reads, so it cannot come before another update, as
// long as what those are based on is known.
bool Causality::Update(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering,
                       Value old, std::optional<Value> expected) {
  if (threads_.empty()) return true;
  Word* word = WordAt(address, width);
  if (word == nullptr) return false;
  Access(word, ordering);
  const bool is_followed = Knows(thread, word->newest_store) ||
                           !MayComeBefore(thread, *word, ordering, /*is_update=*/true, expected);
  LearnMessage(thread, *word, word->newest, ordering);
  Learn(word->accessed, &threads_[thread].Own().before);
  Replace(thread, word, ordering, old, /*is_update=*/true, /*passes_on=*/true);
  Witness(thread, &word->newest_store);
  Tick(thread);
  return is_followed;
}

std::vector<Causality::Message> Causality::Older(uint32_t thread, uint64_t address, uint32_t width,
                                                 ir::Ordering ordering) {
  std::vector<Message> result;
  if (threads_.empty() || purpose_ != Purpose::kAllValues) return result;
  Word* word = WordAt(address, width);
  if (word == nullptr) return result;
  Access(word, ordering);
  const Message* later = &word->newest;
  for (size_t i = word->older.size(); i-- > 0;) {
    if (IsFound(thread, *word, later->write, ordering)) break;
    later = &word->older[i];
    result.push_back(*later);
  }
  return result;
}

void Causality::LoadOlder(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering,
                          size_t index) {
  Word* word = WordAt(address, width);
  Message* message = &word->older[word->older.size() - 1 - index];
  LearnMessage(thread, *word, *message, ordering);
  FinishLoad(thread, word, message);
  Tick(thread);
}

bool Causality::FailsByOlder(uint32_t thread, uint64_t address, uint32_t width, Value expected) {
  if (threads_.empty() || purpose_ != Purpose::kAllValues) return true;
  const Word* word = WordAt(address, width);
  return word != nullptr && !MayComeBefore(thread, *word, ir::Ordering::kRelaxed,
                                           /*is_update=*/true, expected);
}

uint64_t Causality::bytes() const {
  uint64_t result = threads_.size() * sizeof(ThreadViews) + past_.size() * sizeof(Past);
  for (const auto& [address, word] : words_) {
    result += sizeof(Word) + word->older.size() * sizeof(Message);
  }
  return result + locks_.size() * sizeof(LockViews);
}

void Causality::ForgetKnown(const std::vector<bool>& has_ended) {
  const auto all = [&](auto knows) {
    for (uint32_t t = 0; t < threads_.size(); ++t) {
      if (!has_ended[t] && !knows(t)) return false;
    }
    return true;
  };
  View known_to_all;
  known_to_all.fill(~uint32_t{0});
  for (uint32_t t = 0; t < threads_.size(); ++t) {
    if (!has_ended[t]) Keep(threads_[t]->known, &known_to_all);
  }
  std::erase_if(past_, [&](const Past& past) { return Covers(known_to_all, past.moment); });
  const auto is_known = [&](const OneWrite& one) {
    return all([&](uint32_t t) { return IsWitnessed(threads_[t]->bound, one); });
  };
  const auto has_known = [&](const Write& write) {
    return std::any_of(write.begin(), write.end(), is_known);
  };
  const auto forget = [&](Write* write) {
    write->erase(std::remove_if(write->begin(), write->end(), is_known), write->end());
    return write->empty();
  };
  words_.ForEach([&](Shared<Word>& shared) {
    const std::vector<Message>& older = shared->older;
    const bool changes =
        has_known(shared->newest_store) || has_known(shared->newest.write) ||
        (shared->newest.write.empty() && !older.empty()) ||
        std::any_of(older.begin(), older.end(), [&](const Message& message) {
          return has_known(message.write) || (message.write.empty() && &message != older.data());
        });
    if (!changes) return;
    Word& word = shared.Own();
    forget(&word.newest_store);
    size_t first = word.older.size();
    if (!forget(&word.newest.write)) {
      while (first > 0 && !forget(&word.older[--first].write)) {
      }
    }
    word.older.erase(word.older.begin(), word.older.begin() + static_cast<std::ptrdiff_t>(first));
  });
}

}  // namespace plait::witness
