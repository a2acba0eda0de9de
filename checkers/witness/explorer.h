// One exploration of a program (explore.h): all states, in one way of telling them apart.
#ifndef PLAIT_CHECKERS_WITNESS_EXPLORER_H_
#define PLAIT_CHECKERS_WITNESS_EXPLORER_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "checkers/witness/explore.h"
#include "checkers/witness/machine.h"
#include "checkers/witness/relevance.h"
#include "checkers/witness/state.h"

namespace plait::witness {

// Why an exploration failed that forgets what is not known to be needed.
struct Doubts {
  std::vector<Relevance::Source> sources;
  std::string obstacle;
  std::vector<Site> sites;  // of the threads that met it
  size_t steps = 0;         // up to there

  bool IsBefore(const Doubts& other) const {
    return steps < other.steps ||
           (steps == other.steps && (obstacle != other.obstacle || sites != other.sites));
  }
};

class Explorer {
 public:
  static constexpr std::string_view kTooManyStates = "too many states";
  static constexpr std::string_view kTooManyThreads = "too many threads";
  static constexpr std::string_view kMixed =
      "atomic number of which it was not seen that it decides";

  struct Ways {
    bool is_weak = false;
    bool finds_older = false;
    bool tells_inputs = false;
    bool merges_threads = false;
    bool multiplies_threads = false;
    Relevance* relevance = nullptr;
    bool forgets_unneeded = false;  // all numbers, rather than data
  };

  Explorer(Executable& executable, const ExplorationLimits& limits, const Ways& ways);

  // The most threads that began in one function and were there at once.
  uint32_t most_alike() const { return most_alike_; }

  // Whether what a nondeterministic function returned was left open somewhere.
  bool has_open_input() const { return has_open_input_; }

  // Sources of what is not known that would have decided something on the way to the obstacle, from
  // there back to the start; each once.
  Doubts FindDoubts() const;

  Exploration Go();

 private:
  static constexpr size_t kMostAccesses = 20000;  // of a segment
  // Instructions of a thread between two states; loops need not end where numbers are forgotten.
  static constexpr uint64_t kMostSteps = 2000000, kMostStepsForgetting = 100000;
  static constexpr uint32_t kMostKinds = 60;  // of threads that are not told apart

  static constexpr uint64_t kManyStates = 1500;

  struct Open {
    std::unique_ptr<Machine> state;
    uint64_t bytes = 0;  // that are kept for it
    uint32_t number = kNone;
    // If states are merged: what is followed instead if it was merged more often since.
    Digest digest;
    uint32_t times = 0;
    // Of states with any number of threads: the kinds of these. `digest` is of all else.
    std::vector<Digest> many;
  };

  // Where a state comes from, by number, and what was in doubt on the way.
  struct Origin {
    uint32_t from = kNone;
    std::vector<Relevance::Source> doubts;
  };

  struct Merged {
    Causality::Facts facts;
    uint32_t times = 0;
  };

  // What a thread did between taking a lock and giving it back at once.
  struct Section {
    uint32_t thread = 0;
    bool is_many = false;
    std::vector<std::pair<uint64_t, bool>> locks;
    std::vector<Bytes> segment;

    bool Excludes(const Section& other) const {
      for (const auto& [lock, is_owner] : locks) {
        for (const auto& [other_lock, is_other_owner] : other.locks) {
          if (lock == other_lock && (is_owner || is_other_owner)) return true;
        }
      }
      return false;
    }
  };

  // Of what a step has made.
  static uint64_t WorkOf(const Machine& machine);

  // Most of the memory of a state is shared with those before and behind it.
  static uint64_t RoomOf(const Machine& machine);

  void Note(const Machine& machine);

  // Whether a machine goes no further.
  bool Ends(const Machine& machine);

  void Start(std::vector<Choice>* choices);

  // False if there was none that is left.
  static bool NextOutcome(std::vector<Choice>* choices);

  // Whether it is a new state. `before`: the one that it comes from by a step.
  bool Add(std::unique_ptr<Machine> machine, const Machine* before);

  // States that differ in nothing but facts are one, with the facts of all. Whether some are new.
  bool Merge(Machine* machine, Open* next);

  // Of states that differ only in which kinds of threads there are any number of, one with more of
  // them stands for one with less. Whether it is none of the latter.
  bool AddMany(const Machine& machine, Open* next);
  // Whether a state was found since then that stands for it.
  bool IsCovered(const Open& state) const;

  // Whether some of the one conflict with some of the other.
  bool Conflict(absl::Span<const Bytes> a, absl::Span<const Bytes> b);
  bool ConflictEach(absl::Span<const Bytes> a, absl::Span<const Bytes> b);
  bool AreInConflict(const Machine& state, uint32_t t, uint32_t other);

  // Whether two of the threads that this one stands for are, each of which has objects of its own.
  bool AreInConflict(const Machine& state, uint32_t t);

  // `before`: a state without one, whose threads need not be compared again.
  bool HasRace(Machine& state, const Machine* before);

  // Two threads that may take their locks both, one directly after the other.
  bool HaveRace(const std::vector<Section>& sections);

  // All that can happen next, or what may as well be next.
  void Follow(Machine& state);

  // With all outcomes. Whether there is a new state. `is_first`: the others are not looked at.
  bool TakeAll(Machine& state, uint32_t t, bool is_first);

  bool Take(Machine& state, uint32_t from, bool is_first, std::vector<Choice>* choices);

  // By what an address goes in all machines that come from `state` by one step; nothing if it is of
  // an object that was made since then.
  static std::optional<uint64_t> CommonName(const Machine& state, const Machine& next,
                                            uint64_t address);

  void NoteSection(const Machine& state, uint32_t from, uint32_t t, const Machine& next);

  // The thread `t` has just done what `from` was about to do in `state`. Whether the machine goes
  // on.
  bool ReleaseAtOnce(const Machine& state, uint32_t from, uint32_t t, Machine& next);

  const ExplorationLimits limits_;
  Machine::Limits machine_ = {
      .steps = kMostSteps, .threads = Causality::kMaxThreads, .depth = 50, .is_exploration = true};
  Executable& executable_;
  Relevance& relevance_;
  Exploration result_;
  bool merges_facts_ = false;
  absl::flat_hash_set<Digest> known_;
  absl::flat_hash_map<Digest, Merged> merged_;
  absl::flat_hash_map<Digest, std::vector<std::vector<Digest>>> many_;  // the largest ones
  std::deque<Open> open_;
  uint64_t bytes_ = 0;  // of the open ones, without blocks, and of facts
  const uint64_t bytes_before_ = Block::BytesInUse();
  std::vector<Section> sections_;  // that begin in one state
  std::vector<Origin> known_from_;
  uint32_t from_ = kNone;                  // the state that is followed
  std::vector<Site> sites_;                // of the threads that met an obstacle
  std::vector<Relevance::Source> doubts_;  // of all steps from there
  bool has_open_input_ = false;
  uint32_t most_alike_ = 0;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_EXPLORER_H_
