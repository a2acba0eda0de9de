// What each thread of an execution is bound to know of what the others did, where atomic operations
// are weaker than sequentially consistent ones.
//
// An exploration interleaves operations, so a load finds the newest value. With weaker orders it
// may find an older one. Explored executions are all there are if that never makes a difference:
// whenever a thread is about to access a word, and the newest write there comes before it in every
// interleaving with these values (through reads, writes that follow each other, and writes that
// follow reads), that write must also be one that the thread is bound to know, by what happens
// before it or what it has read there. Otherwise there is an execution that is no interleaving.
// This is the robustness of Lahav and Margalit (PLDI 2019; POPL 2021 for relaxed accesses). A
// smallest execution that is no interleaving, less its last operation, is one: all that comes
// before that operation, in an order that leads there, is explored, and the check fails.
//
// Atomic operations of every order count as what acquire and release make of them, so operations
// that are sequentially consistent are taken for weaker ones. Executions in which a load reads from
// a store that it comes before, by data or control, are left out, as in RC11 (Lahav et al., PLDI
// 2017).
//
// A search for races needs what happens before to be at least all that does. Where editions of the
// standard differ it takes the larger: what a thread stores after a store that releases goes on
// telling what that told, as in C11 (5.1.2.4).
#ifndef PLAIT_CHECKERS_WITNESS_CAUSALITY_H_
#define PLAIT_CHECKERS_WITNESS_CAUSALITY_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/ir/ir.h"
#include "checkers/witness/bytes.h"

namespace plait::witness {

class Causality {
 public:
  static constexpr uint32_t kMaxThreads = 10;

  // How far each thread's operations are known, by thread.
  using View = std::array<uint32_t, kMaxThreads>;

  // The operations of one thread between two that others can learn from have one number.
  struct Moment {
    uint32_t thread = 0;
    uint32_t clock = 0;

    friend auto operator<=>(const Moment&, const Moment&) = default;
  };

  struct Past {
    Bytes bytes;
    Moment moment;
  };

  // A write, with who knows that there is nothing older to be read.
  struct Write {
    bool is_known = true;         // to all
    Moment moment;                // of the write
    std::vector<Moment> witness;  // of the write, and the first read by each other thread
  };

  struct Word {
    uint32_t width = 0;
    Write newest;
    Write newest_store;   // no update: those can come after it only
    uint32_t storer = 0;  // thread of the newest store
    View message{};       // what those who acquire the value learn
    View written{};       // what comes before the newest write in all interleavings
    View accessed{};      // or before one of its reads
  };

  struct ThreadViews {
    View known{};    // happens before what it does next
    View before{};   // comes before that in all interleavings
    View loaded{};   // learnt at its next acquire fence
    View offered{};  // what its relaxed writes tell, by its last release fence
  };

  struct LockViews {
    View known{};
    View before{};
  };

  // `is_search`: for one; else for an exploration, for which what happens before is the least that
  // does.
  explicit Causality(bool is_search = false) : is_search_(is_search) {}

  void Create(uint32_t parent, uint32_t child);
  void Join(uint32_t thread, uint32_t other);
  void Acquire(uint32_t thread, uint64_t lock);
  void Release(uint32_t thread, uint64_t lock);
  void Fence(uint32_t thread, ir::Ordering ordering);

  // Another thread's access that is not known to come before and conflicts, if there is one.
  std::optional<Past> Access(uint32_t thread, const Bytes& bytes);

  // False: it may be that another value than the newest is read, or another write the newest.
  bool Load(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering);
  bool Store(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering);
  bool Update(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering);

  // Words of which parts were accessed are not followed: after that, more may happen before than is
  // known here.
  bool has_lost_track() const { return has_lost_track_; }

  // Forgets what all threads that still run know, and what `is_dead`, of an address, will not be
  // accessed any more.
  template <typename IsDead>
  void Forget(const std::vector<bool>& has_ended, IsDead is_dead) {
    ForgetKnown(has_ended);
    std::erase_if(past_, [&](const Past& past) { return is_dead(past.bytes.address); });
    std::erase_if(words_, [&](const auto& word) { return is_dead(word.first); });
    std::erase_if(locks_, [&](const auto& lock) { return is_dead(lock.first); });
  }

  const std::vector<ThreadViews>& threads() const { return threads_; }
  const std::vector<Past>& past() const { return past_; }
  const std::map<uint64_t, Word>& words() const { return words_; }
  const std::map<uint64_t, LockViews>& locks() const { return locks_; }

 private:
  Word* WordAt(uint64_t address, uint32_t width);
  bool Knows(uint32_t thread, Moment moment) const {
    return threads_[thread].known[moment.thread] >= moment.clock;
  }
  bool Knows(uint32_t thread, const Write& write) const;
  bool MayMiss(uint32_t thread, const Write& write) const;
  void Witness(uint32_t thread, Write* write) const;
  Moment Now(uint32_t thread) const { return {thread, threads_[thread].known[thread]}; }
  void Tick(uint32_t thread);
  void ForgetKnown(const std::vector<bool>& has_ended);

  const bool is_search_;
  bool has_lost_track_ = false;
  std::vector<ThreadViews> threads_;  // empty while there is one only
  std::vector<Past> past_;
  std::map<uint64_t, Word> words_;
  std::map<uint64_t, LockViews> locks_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_CAUSALITY_H_
