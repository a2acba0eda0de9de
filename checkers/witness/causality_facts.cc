// What threads know of each other, apart from how they came to know it.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "checkers/witness/causality.h"

namespace plait::witness {
namespace {

using KnownTo = Causality::KnownTo;

// Bits that are added one after the other.
class Bits {
 public:
  // The first ones of some.
  void Push(const KnownTo& bits, size_t count) {
    for (size_t i = 0; i < count; i += 64) {
      const uint32_t width = std::min<size_t>(64, count - i);
      const uint64_t word = width == 64 ? bits[i / 64] : bits[i / 64] & ~(~uint64_t{0} << width);
      const uint32_t room = 64 - count_;
      word_ |= word << count_;
      count_ += width;
      if (count_ < 64) continue;
      Finish();
      if (width > room) {
        word_ = word >> room;
        count_ = width - room;
      }
    }
  }
  KnownTo Take() {
    if (count_ > 0) Finish();
    return std::move(words_);
  }

 private:
  void Finish() {
    words_.push_back(word_);
    word_ = count_ = 0;
  }

  KnownTo words_;
  uint64_t word_ = 0;
  uint32_t count_ = 0;
};

bool At(const Causality::KnownTo& bits, size_t i) { return (bits[i / 64] >> (i % 64) & 1) != 0; }

auto SubjectOf(const Causality::Fact& fact) { return std::tie(fact.write, fact.bytes); }

bool HaveSameSubject(const Causality::Fact& a, const Causality::Fact& b) {
  return a.write == b.write && a.bytes == b.bytes;
}

// What comes first in their order: accesses by address, behind them writes.
uint64_t FirstOf(const Causality::Fact& fact) {
  return fact.write == 0 ? fact.bytes.address : uint64_t{1} << 63 | fact.write;
}

// Of two that have the same there.
bool IsBefore(const Causality::Fact& a, const Causality::Fact& b) {
  return a.bytes != b.bytes ? a.bytes < b.bytes : a.known_to < b.known_to;
}

template <typename T>
void EraseOthers(std::vector<uint64_t> kept, SharedMap<T>* all) {
  std::sort(kept.begin(), kept.end());
  all->EraseIf(
      [&](uint64_t address) { return !std::binary_search(kept.begin(), kept.end(), address); });
}

// To be read, or to be changed.
template <typename T>
const T& In(const Shared<T>& shared) {
  return *shared;
}
template <typename T>
T& In(Shared<T>& shared) {
  return shared.Own();
}
template <typename T>
const T& In(const SharedMap<T>& map, uint64_t address) {
  return map.At(address);
}
template <typename T>
T& In(SharedMap<T>& map, uint64_t address) {
  return map.Own(address);
}

}  // namespace

// What is compared: accesses with what is known, writes with the others.
template <typename V>
struct Causality::Views {
  std::vector<V*> known;
  std::vector<V*> bound;
  std::vector<V*> before;
  std::vector<V*> consistent;

  template <typename Knowledge>
  void Add(Knowledge& knowledge) {
    known.push_back(&knowledge.known);
    bound.push_back(&knowledge.bound);
    consistent.push_back(&knowledge.consistent);
  }
};

// `V`: const or not, as `self`.
template <typename V, typename Self>
Causality::Views<V> Causality::ViewsOf(Self& self, const Scope& scope) {
  Views<V> views;
  for (const Scope::ThreadOf& one : scope.threads) {
    auto& thread = In(self.threads_[one.thread]);
    views.Add(thread);
    views.before.push_back(&thread.before);
    if (one.has_ended) continue;
    if (self.has_fence_) views.Add(thread.loaded);
    views.Add(thread.offered);
  }
  const auto add_message = [&](auto& message) {
    views.Add(message.told);
    views.before.push_back(&message.written);
    views.consistent.push_back(&message.consistent_at);
  };
  for (uint64_t address : scope.words) {
    auto& word = In(self.words_, address);
    add_message(word.newest);
    for (auto& message : word.older) add_message(message);
    views.before.push_back(&word.accessed);
    views.consistent.push_back(&word.consistent_accessed);
  }
  const auto add_lock = [&](auto& lock) {
    views.Add(lock);
    views.before.push_back(&lock.before);
  };
  for (uint64_t address : scope.locks) add_lock(In(self.locks_, address));
  add_lock(In(self.fence_));
  return views;
}

// By moment, which of some views have it.
class Causality::Columns {
 public:
  Columns(const std::vector<const View*>& views, uint32_t moments)
      : count_(views.size()), words_((count_ + 63) / 64), bits_(moments * words_) {
    for (size_t v = 0; v < count_; ++v) {
      for (uint32_t first = 0; first < moments; first += kBits) {
        for (uint32_t bits = (*views[v])[first / kBits]; bits != 0; bits &= bits - 1) {
          const size_t moment = first + std::countr_zero(bits);
          bits_[moment * words_ + v / 64] |= uint64_t{1} << v % 64;
        }
      }
    }
  }

  size_t count() const { return count_; }
  KnownTo Of(Moment moment) const {
    const auto first = bits_.begin() + static_cast<std::ptrdiff_t>(moment.number * words_);
    return KnownTo(first, first + static_cast<std::ptrdiff_t>(words_));
  }
  void Add(Moment moment, KnownTo* bits) const {
    for (size_t i = 0; i < words_; ++i) (*bits)[i] |= bits_[moment.number * words_ + i];
  }

 private:
  const size_t count_;
  const size_t words_;  // of a column
  std::vector<uint64_t> bits_;
};

Causality::Scope Causality::WholeScope() const {
  Scope scope;
  for (uint32_t t = 0; t < threads_.size(); ++t) scope.threads.push_back({t});
  for (const auto& [address, word] : words_) scope.words.push_back(address);
  for (const auto& [address, views] : locks_) scope.locks.push_back(address);
  return scope;
}

Causality::Facts Causality::FactsOf(const Scope& scope,
                                    const std::function<uint64_t(uint64_t)>& name) const {
  const auto views = ViewsOf<const View>(*this, scope);
  Facts facts;
  facts.all.reserve(past_.size() + 4 * words_.size());
  const Columns known(views.known, moments_), bound(views.bound, moments_);
  const Columns before(views.before, moments_), consistent(views.consistent, moments_);
  for (const Past& past : past_) {
    Bytes bytes = past.bytes;
    bytes.address = name(bytes.address);
    if (bytes.address != 0) facts.all.push_back({0, bytes, known.Of(past.moment)});
  }
  uint32_t number = 0;
  const auto add_write = [&](const Word& word, const Write& write) {
    ++number;
    for (const OneWrite& one : write) {
      KnownTo witnesses((bound.count() + 63) / 64);
      for (Moment witness : one.witness) bound.Add(witness, &witnesses);
      KnownTo others = before.Of(one.moment);
      for (uint64_t& bits : others) bits = ~bits;
      KnownTo consistents = consistent.Of(one.moment);
      if (word.kind != WordKind::kConsistent) {
        std::fill(consistents.begin(), consistents.end(), ~uint64_t{0});
      }
      Bits bits;
      bits.Push(witnesses, bound.count());
      bits.Push(others, before.count());
      bits.Push(consistents, consistent.count());
      facts.all.push_back({number, {}, bits.Take()});
    }
  };
  for (uint64_t address : scope.words) {
    const Word& word = words_.At(address);
    add_write(word, word.newest_store);
    add_write(word, word.newest.write);
    for (const Message& message : word.older) add_write(word, message.write);
  }
  facts.Sort();
  return facts;
}

void Causality::SetFacts(const Scope& scope, const Facts& facts) {
  EraseOthers(scope.words, &words_);
  EraseOthers(scope.locks, &locks_);
  const auto all = ViewsOf<View>(*this, WholeScope());
  for (const auto* views : {&all.known, &all.bound, &all.before, &all.consistent}) {
    for (View* view : *views) *view = {};
  }
  moments_ = threads_.size();
  for (const Scope::ThreadOf& one : scope.threads) {
    ThreadViews& thread = threads_[one.thread].Own();
    thread.now = one.thread;
    for (View* view : {&thread.known, &thread.bound, &thread.before}) {
      Causality::Add(Now(one.thread), view);
    }
  }
  std::vector<Write*> writes;
  for (uint64_t address : scope.words) {
    Word& word = words_.Own(address);
    writes.push_back(&word.newest_store);
    writes.push_back(&word.newest.write);
    for (Message& message : word.older) writes.push_back(&message.write);
  }
  for (Write* write : writes) write->clear();
  past_.clear();
  const auto views = ViewsOf<View>(*this, scope);
  // Those known to the same have one moment, of nobody.
  std::map<std::pair<bool, KnownTo>, Moment> moments;
  for (const Fact& fact : facts.all) {
    const bool is_write = fact.write != 0;
    const auto [position, is_new] =
        moments.try_emplace({is_write, fact.known_to}, Moment{kMaxThreads, moments_});
    const Moment moment = position->second;
    if (is_write) {
      writes[fact.write - 1]->push_back({moment, {moment}});
    } else {
      past_.push_back({fact.bytes, moment});
    }
    if (!is_new) continue;
    moments_ = std::min(moments_ + 1, kMostMoments - 1);
    size_t bit = 0;
    const auto add = [&](const std::vector<View*>& to, bool is_known) {
      for (View* view : to) {
        if (At(fact.known_to, bit++) == is_known) Add(moment, view);
      }
    };
    if (is_write) {
      add(views.bound, true);
      add(views.before, false);
      add(views.consistent, true);
    } else {
      add(views.known, true);
    }
  }
  // The next step takes some.
  if (moments_ > kMostMoments / 4 * 3) has_lost_track_ = true;
}

void Causality::Renumber() {
  const Scope scope = WholeScope();
  SetFacts(scope, FactsOf(scope));
}

bool Causality::Fact::IsImpliedBy(const Fact& other) const {
  for (size_t i = 0; i < known_to.size(); ++i) {
    if ((other.known_to[i] & ~known_to[i]) != 0) return false;
  }
  return true;
}

void Causality::Facts::Sort() {
  // Numbers are compared faster.
  std::vector<std::pair<uint64_t, const Fact*>> keys;
  keys.reserve(all.size());
  for (const Fact& fact : all) keys.emplace_back(FirstOf(fact), &fact);
  std::sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : IsBefore(*a.second, *b.second);
  });
  std::vector<const Fact*> sorted;
  sorted.reserve(keys.size());
  for (const auto& [key, fact] : keys) {
    if (sorted.empty() || *sorted.back() != *fact) sorted.push_back(fact);
  }
  std::vector<Fact> kept;
  kept.reserve(sorted.size());
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::find_if(
        first, sorted.end(), [&](const Fact* fact) { return !HaveSameSubject(*fact, **first); });
    for (auto fact = first; fact != last; ++fact) {
      const bool is_implied = std::any_of(first, last, [&](const Fact* other) {
        return other != *fact && (*fact)->IsImpliedBy(*other);
      });
      if (!is_implied) kept.push_back(**fact);
    }
    first = last;
  }
  all = std::move(kept);
}

bool Causality::Facts::Merge(const Facts& other) {
  auto one = all.begin();
  std::vector<Fact> added;
  for (const Fact& fact : other.all) {
    while (one != all.end() && SubjectOf(*one) < SubjectOf(fact)) ++one;
    bool is_implied = false;
    for (auto same = one; same != all.end() && SubjectOf(*same) == SubjectOf(fact); ++same) {
      is_implied |= fact.IsImpliedBy(*same);
    }
    if (!is_implied) added.push_back(fact);
  }
  if (added.empty()) return false;
  all.insert(all.end(), added.begin(), added.end());
  Sort();
  return true;
}

}  // namespace plait::witness
