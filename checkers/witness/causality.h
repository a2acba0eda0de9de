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
// Where it does make a difference, loads may be given older values: all that they may find, by what
// the thread is bound to know (coherence). What is left are writes that come before others which
// are there already. If reads, writes that follow each other and the order of each thread make no
// circle, there is another order of the same operations in which each write is the newest; if they
// do, then so at the first write for which that write is not the newest that comes before it in all
// interleavings, and the check fails there. Reads need no check then.
//
// Sequentially consistent operations are in one order, as far as they follow each other in a
// thread, on a word, or by what happens before (RC11's psc, Lahav et al., PLDI 2017): a write that
// comes before in that order is never missed. This counts for words that are accessed by no weaker
// operation; other such operations are taken for acquiring and releasing ones. Executions in which
// a load reads from a store that it comes before, by data or control, are left out, as in RC11.
//
// An exploration tells its states apart by facts: accesses and writes, each with who knows it and
// what comes after it. In which order a thread came to know two of them does not matter, nor does
// what all know. Facts come to be, spread and are compared one by one, and which value a load finds
// depends on none, as long as it is the newest. So states that differ in facts only can be followed
// as one that has the facts of all: what is found there is found behind one of them. (But for an
// update, which looks at the newest store and at the newest write: more may be found then.)
//
// A search for races needs what happens before to be at least all that does. Where editions of the
// standard differ it takes the larger: what a thread stores after a store that releases goes on
// telling what that told, as in C11 (5.1.2.4).
#ifndef PLAIT_CHECKERS_WITNESS_CAUSALITY_H_
#define PLAIT_CHECKERS_WITNESS_CAUSALITY_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "analyzer/ir/ir.h"
#include "checkers/witness/bytes.h"
#include "checkers/witness/memory.h"
#include "checkers/witness/shared.h"

namespace plait::witness {

class Causality {
 public:
  enum class Purpose : uint8_t {
    kSearch,       // for a race: what happens before is the most that may
    kNewestValue,  // an exploration in which loads find the newest value: the least that does
    kAllValues,    // one in which they find all that they may
  };

  static constexpr uint32_t kMaxThreads = 10;

  // What is known of the past. In a search, how many moments of each thread are, by thread. An
  // exploration asks for few of them, which are the bits of a set, so that their order is
  // forgotten.
  using View = std::array<uint32_t, kMaxThreads>;

  // The operations of one thread between two that others can learn from have one number.
  struct Moment {
    uint32_t thread = 0;
    uint32_t number = 0;
  };

  struct Past {
    Bytes bytes;
    Moment moment;
  };

  // A write, with who knows that there is nothing older to be read. All do if it is empty. Where
  // states are merged (Facts), it is one of several.
  struct OneWrite {
    Moment moment;                                // of the write
    absl::InlinedVector<Moment, 2> witness = {};  // of it, and of reads by who did not know of it
  };
  using Write = absl::InlinedVector<OneWrite, 1>;

  // What comes before an operation.
  struct Knowledge {
    View known{};       // happens before it
    View bound{};       // that, or it is not missed because of fences
    View consistent{};  // in the order of sequentially consistent operations
  };

  // A value that was written to a word.
  struct Message {
    Value value;  // zero-extended
    bool is_update = false;
    Write write;
    Knowledge told;        // to those who acquire the value
    View written{};        // what comes before the write in all interleavings
    View consistent_at{};  // what comes before it in the order of consistent operations, and it
  };

  enum class WordKind : uint8_t { kUnused, kConsistent, kWeak, kMixed };

  struct Word {
    uint32_t width = 0;
    WordKind kind = WordKind::kUnused;
    Write newest_store;          // no update: those can come after it only
    uint32_t storer = 0;         // thread of the newest store
    Message newest;              // the value is in memory
    std::vector<Message> older;  // kAllValues: from oldest to newest
    View accessed{};             // what comes before the newest write or one of its reads
    View consistent_accessed{};  // as `consistent_at`, and reads
  };

  struct ThreadViews : Knowledge {
    uint32_t now = 0;   // its moment
    View before{};      // comes before what it does next in all interleavings
    Knowledge loaded;   // learnt at its next acquire fence
    Knowledge offered;  // what its relaxed writes tell, by its last release fence
  };

  struct LockViews : Knowledge {
    View before{};
  };

  // What is still looked at, in an order in which two executions are compared.
  struct Scope {
    struct ThreadOf {
      uint32_t thread = 0;
      bool has_ended = false;
    };
    std::vector<ThreadOf> threads;
    std::vector<uint64_t> words;
    std::vector<uint64_t> locks;
  };

  // By view in the order of a scope, one bit.
  using KnownTo = absl::InlinedVector<uint64_t, 2>;

  // Explorations: an access that somebody need not know of, or a write to a word, and who knows it.
  struct Fact {
    uint32_t write = 0;  // 0: an access; of each word the newest store, the newest, older ones
    Bytes bytes;         // of an access
    // A bit that is not set: it is not known there, or comes before there in all interleavings. The
    // fewer are set, the more is found.
    KnownTo known_to;

    friend bool operator==(const Fact&, const Fact&) = default;
    // Whether it tells nothing beside another one of the same access or write.
    bool IsImpliedBy(const Fact& other) const;
  };

  // All that decides what is found from here on, however it came to be.
  struct Facts {
    std::vector<Fact> all;  // sorted, none implied by another

    void Sort();
    // Whether the other has one that this has not. Takes those.
    bool Merge(const Facts& other);
  };

  // `has_fence`: whether the program has fences that acquire.
  explicit Causality(Purpose purpose, bool has_fence = true)
      : purpose_(purpose), has_fence_(has_fence) {}

  void Create(uint32_t parent, uint32_t child);
  void Join(uint32_t thread, uint32_t other);
  // Explorations: the thread does nothing before it joins one of these, so it may as well know now
  // what all of them know.
  void Await(uint32_t thread, const std::vector<uint32_t>& others);
  void Acquire(uint32_t thread, uint64_t lock);
  void Release(uint32_t thread, uint64_t lock);
  // Beside what others have told there already: of who shares a lock, posts, or meets others.
  void ReleaseBeside(uint32_t thread, uint64_t lock);
  // What was told at these addresses is of no more use, or known to who comes next.
  void ForgetTold(uint64_t begin, uint64_t end) {
    locks_.EraseIf([=](uint64_t lock) { return begin <= lock && lock < end; });
  }
  void Fence(uint32_t thread, ir::Ordering ordering);

  // Another thread's access that is not known to come before and conflicts, if there is one.
  std::optional<Past> Access(uint32_t thread, const Bytes& bytes);

  // False: it may be that another value than the newest is read, or another write the newest.
  bool Load(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering);
  // `old`: what is in memory.
  bool Store(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering, Value old);
  // `expected`: of a compare-exchange that succeeds only then.
  bool Update(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering, Value old,
              std::optional<Value> expected = std::nullopt);

  // kAllValues: what a load may find instead of the newest value; index 0 is the newest of these.
  std::vector<Message> Older(uint32_t thread, uint64_t address, uint32_t width,
                             ir::Ordering ordering);
  // A load of the value that Older() has at `index`.
  void LoadOlder(uint32_t thread, uint64_t address, uint32_t width, ir::Ordering ordering,
                 size_t index);
  // False: a compare-exchange may succeed by a value that is not the newest.
  bool FailsByOlder(uint32_t thread, uint64_t address, uint32_t width, Value expected);

  // Words of which parts were accessed are not followed, nor more moments than a view holds: after
  // that, more may happen before than is known here.
  bool has_lost_track() const { return has_lost_track_; }

  // Forgets what all threads that still run know, and what `is_dead`, of an address, will not be
  // accessed any more.
  template <typename IsDead>
  void Forget(const std::vector<bool>& has_ended, IsDead is_dead) {
    ForgetKnown(has_ended);
    std::erase_if(past_, [&](const Past& past) { return is_dead(past.bytes.address); });
    words_.EraseIf(is_dead);
    locks_.EraseIf(is_dead);
    if (moments_ > kMostMoments / 2) Renumber();
  }

  // Explorations only.
  // `name`: what an address goes by, 0 if nobody can reach it.
  Facts FactsOf(
      const Scope& scope, const std::function<uint64_t(uint64_t)>& name = [](uint64_t address) {
        return address;
      }) const;
  // Puts these in the place of what it has. What is not in the scope is nothing to anybody.
  void SetFacts(const Scope& scope, const Facts& facts);

  // About how much memory it takes.
  uint64_t bytes() const;

  const std::vector<Shared<ThreadViews>>& threads() const { return threads_; }
  const std::vector<Past>& past() const { return past_; }
  // Of searches: how many accesses are kept.
  size_t kept() const { return kept_; }
  const SharedMap<Word>& words() const { return words_; }
  const SharedMap<LockViews>& locks() const { return locks_; }

 private:
  Word* WordAt(uint64_t address, uint32_t width);
  bool IsSearch() const { return purpose_ == Purpose::kSearch; }
  bool Covers(const View& view, Moment moment) const {
    if (IsSearch()) return view[moment.thread] >= moment.number;
    return (view[moment.number / kBits] >> (moment.number % kBits) & 1) != 0;
  }
  void Add(Moment moment, View* view) const {
    if (IsSearch()) {
      (*view)[moment.thread] = moment.number;
    } else {
      (*view)[moment.number / kBits] |= uint32_t{1} << (moment.number % kBits);
    }
  }
  bool IsWitnessed(const View& bound, const OneWrite& write) const {
    return std::any_of(write.witness.begin(), write.witness.end(),
                       [&](Moment moment) { return Covers(bound, moment); });
  }
  void Learn(const View& from, View* to) const;
  static void Keep(const View& from, View* to);
  void LearnAll(const Knowledge& from, Knowledge* to) const;
  bool Knows(uint32_t thread, Moment moment) const {
    return Covers(threads_[thread]->known, moment);
  }
  bool Knows(uint32_t thread, const Write& write) const;
  bool IsFound(uint32_t thread, const Word& word, const OneWrite& write,
               ir::Ordering ordering) const;
  bool IsFound(uint32_t thread, const Word& word, const Write& write, ir::Ordering ordering) const;
  bool MayMiss(uint32_t thread, const Word& word, const Write& write, ir::Ordering ordering) const;
  bool MayComeBefore(uint32_t thread, const Word& word, ir::Ordering ordering, bool is_update,
                     std::optional<Value> expected) const;
  void Access(Word* word, ir::Ordering ordering) const;
  void FinishLoad(uint32_t thread, Word* word, Message* message);
  void LearnMessage(uint32_t thread, const Word& word, const Message& message,
                    ir::Ordering ordering);
  void Replace(uint32_t thread, Word* word, ir::Ordering ordering, Value old, bool is_update,
               bool passes_on);
  void Witness(uint32_t thread, Write* write) const;
  Moment Now(uint32_t thread) const { return {thread, threads_[thread]->now}; }
  void Tick(uint32_t thread);
  void ForgetKnown(const std::vector<bool>& has_ended);

  // causality_facts.cc
  template <typename V>
  struct Views;
  class Columns;
  template <typename V, typename Self>
  static Views<V> ViewsOf(Self& self, const Scope& scope);
  Scope WholeScope() const;
  // By facts, so that numbers which nobody asks for are free again.
  void Renumber();

  static constexpr uint32_t kBits = 32;
  static constexpr uint32_t kMostMoments = kMaxThreads * kBits;

  const Purpose purpose_;
  const bool has_fence_;
  bool has_lost_track_ = false;
  uint32_t moments_ = 0;                      // explorations: numbers of them that were given
  std::vector<Shared<ThreadViews>> threads_;  // empty while there is one only
  std::vector<Past> past_;
  // Searches instead: accesses by the lines of memory that they are to, and long ones.
  absl::flat_hash_map<uint64_t, std::vector<Past>> past_by_line_;
  std::vector<Past> long_past_;
  size_t kept_ = 0;  // of both
  SharedMap<Word> words_;
  SharedMap<LockViews> locks_;
  // Sequentially consistent fences: each comes after those before it.
  Shared<LockViews> fence_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_CAUSALITY_H_
