#include "checkers/witness/explore.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "checkers/witness/machine.h"
#include "checkers/witness/relevance.h"
#include "checkers/witness/state.h"
#include "checkers/witness/walk.h"
#include "summaries/sorted_sets.h"

namespace plait::witness {
namespace {

constexpr std::string_view kTooManyStates = "too many states";
constexpr std::string_view kTooManyThreads = "too many threads";
constexpr std::string_view kLostTrack = "too much that threads know of each other";
constexpr std::string_view kPossibleRace = "possible race";
constexpr std::string_view kMixed = "atomic number of which it was not seen that it decides";

bool Conflict(absl::Span<const Bytes> a, absl::Span<const Bytes> b) {
  for (const Bytes& x : a) {
    for (const Bytes& y : b) {
      if (x.ConflictsWith(y)) return true;
    }
  }
  return false;
}

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
  struct Ways {
    bool is_weak = false;
    bool finds_older = false;
    bool tells_inputs = false;
    bool merges_threads = false;
    bool multiplies_threads = false;
    Relevance* relevance = nullptr;
    bool forgets_unneeded = false;  // all numbers, rather than data
  };

  Explorer(Executable& executable, const ExplorationLimits& limits, const Ways& ways)
      : limits_(limits), executable_(executable), relevance_(*ways.relevance) {
    machine_.is_weak = ways.is_weak;
    machine_.finds_older = ways.finds_older;
    machine_.tells_inputs = ways.tells_inputs;
    machine_.suspects = limits.suspects;
    machine_.relevance = ways.relevance;
    machine_.forgets_data = true;
    machine_.forgets_unneeded = ways.forgets_unneeded;
    machine_.is_symmetric =
        ways.forgets_unneeded &&
        (ways.merges_threads ||
         ways.relevance->NeedOf(Relevance::kWhichThread) == Relevance::Need::kNone);
    merges_facts_ = ways.is_weak && !ways.finds_older;
    machine_.merges_threads = ways.merges_threads;
    machine_.multiplies_threads = ways.multiplies_threads;
    if (ways.merges_threads) machine_.threads = kMostKinds;
    relevance_.Settle();
  }

  // Whether what a nondeterministic function returned was left open somewhere.
  bool has_open_input() const { return has_open_input_; }

  // Sources of what is not known that would have decided something on the way to the obstacle, from
  // there back to the start; each once.
  Doubts FindDoubts() const {
    Doubts doubts;
    doubts.obstacle = result_.obstacle;
    doubts.sites = sites_;
    absl::flat_hash_set<Relevance::Source> found;
    const auto add = [&](const std::vector<Relevance::Source>& sources) {
      for (Relevance::Source source : sources) {
        if (found.insert(source).second) doubts.sources.push_back(source);
      }
    };
    add(doubts_);
    for (uint32_t i = from_; i != kNone; i = known_from_[i].from) {
      add(known_from_[i].doubts);
      ++doubts.steps;
    }
    return doubts;
  }

  Exploration Go() {
    std::vector<Choice> choices;
    do {
      Start(&choices);
    } while (result_.obstacle.empty() && NextOutcome(&choices));
    while (!open_.empty() && result_.obstacle.empty()) {
      const Open next = std::move(open_.front());
      open_.pop_front();
      bytes_ -= next.bytes;
      from_ = next.number;
      doubts_.clear();
      const bool is_replaced = merges_facts_ && merged_.at(next.digest).times != next.times;
      if (!is_replaced) Follow(*next.state);
    }
    if (result_.obstacle.empty() && relevance_.has_mixed()) result_.obstacle = kMixed;
    result_.is_race_free = result_.obstacle.empty();
    return result_;
  }

 private:
  static constexpr size_t kMostAccesses = 2000;  // of a segment
  static constexpr uint32_t kMostKinds = 24;     // of threads that are not told apart

  struct Open {
    std::unique_ptr<Machine> state;
    uint64_t bytes = 0;  // that are kept for it
    uint32_t number = kNone;
    // If states are merged: what is followed instead if it was merged more often since.
    Digest digest;
    uint32_t times = 0;
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

  // Of what a step has made.
  static uint64_t WorkOf(const Machine& machine) {
    constexpr uint64_t kStep = 100, kBytesOfWork = 16, kPastOfWork = 16;
    const Causality& causality = machine.causality();
    const uint64_t copied = machine.memory().copied() + causality.bytes() * 3 / 4;
    // Accesses are compared with those of the past.
    const uint64_t instruction = 1 + causality.past().size() / kPastOfWork;
    return kStep + machine.steps() * instruction + machine.memory().objects().size() +
           copied / kBytesOfWork;
  }

  // Most of the memory of a state is shared with those before and behind it.
  static uint64_t RoomOf(const Machine& machine) {
    constexpr uint64_t kMachineSize = 2048, kObjectSize = 32;
    return kMachineSize + kObjectSize * machine.memory().objects().size() +
           machine.memory().bytes() + machine.causality().bytes();
  }

  void Note(const Machine& machine) {
    result_.work += WorkOf(machine);
    if (machine_.forgets_unneeded) {
      doubts_.insert(doubts_.end(), machine.doubts().begin(), machine.doubts().end());
    }
    has_open_input_ |= machine.has_open_input();
  }

  // Whether a machine goes no further.
  bool Ends(const Machine& machine) {
    if (machine.causality().has_lost_track()) result_.obstacle = kLostTrack;
    if (machine.is_stuck()) result_.obstacle = machine.stop_reason();
    return machine.has_stopped();
  }

  void Start(std::vector<Choice>* choices) {
    auto start = std::make_unique<Machine>(executable_, 0, machine_);
    start->SetChoices(*choices);
    start->Start();
    *choices = start->choices();
    Note(*start);
    start->ForgetNumbers(nullptr);
    if (Ends(*start) || HasRace(*start, nullptr)) return;
    Add(std::move(start), nullptr);
  }

  // False if there was none that is left.
  static bool NextOutcome(std::vector<Choice>* choices) {
    while (!choices->empty() && ++choices->back().taken == choices->back().count) {
      choices->pop_back();
    }
    return !choices->empty();
  }

  // Whether it is a new state. `before`: the one that it comes from by a step.
  bool Add(std::unique_ptr<Machine> machine, const Machine* before) {
    Open next;
    const bool is_new =
        merges_facts_ ? Merge(machine.get(), &next) : known_.insert(StateDigest(*machine)).second;
    if (!is_new || (before != nullptr && HasRace(*machine, before))) return false;
    ++result_.states;
    if (machine_.forgets_unneeded) {
      next.number = known_from_.size();
      known_from_.push_back({from_, machine->doubts()});
    }
    next.bytes = RoomOf(*machine);
    bytes_ += next.bytes;
    if (result_.work > limits_.work || bytes_ > limits_.bytes) {
      result_.obstacle = kTooManyStates;
    }
    next.state = std::move(machine);
    open_.push_back(std::move(next));
    return true;
  }

  // States that differ in nothing but facts are one, with the facts of all. Whether some are new.
  bool Merge(Machine* machine, Open* next) {
    StateWriter writer(*machine);
    next->digest = writer.Write(/*has_facts=*/false);
    Causality::Facts facts = writer.FindFacts();
    const auto [position, is_new] = merged_.try_emplace(next->digest);
    Merged& merged = position->second;
    const size_t count = merged.facts.all.size();
    if (is_new) {
      merged.facts = std::move(facts);
    } else if (merged.facts.Merge(facts)) {
      writer.SetFacts(merged.facts, machine);
    } else {
      return false;
    }
    bytes_ += (merged.facts.all.size() - count) * sizeof(Causality::Fact);
    next->times = ++merged.times;
    return true;
  }

  static bool AreInConflict(const Machine& state, uint32_t t, uint32_t other) {
    const Thread &one = *state.threads()[t], &two = *state.threads()[other];
    return Conflict(one.segment, two.accesses) || Conflict(one.accesses, two.segment) ||
           Conflict(one.segment, two.segment) || Conflict(one.accesses, two.accesses);
  }

  // Whether two of the threads that this one stands for are, each of which has objects of its own.
  static bool AreInConflict(const Machine& state, uint32_t t) {
    const Thread& thread = *state.threads()[t];
    if (!thread.is_many) return false;
    std::vector<Bytes> accesses = thread.segment;
    accesses.insert(accesses.end(), thread.accesses.begin(), thread.accesses.end());
    if (!Conflict(accesses, accesses)) return false;
    const std::vector<uint32_t> own = state.OwnObjects(t);
    std::erase_if(accesses, [&](const Bytes& bytes) {
      return ContainsSorted(own, static_cast<uint32_t>(Memory::NumberOf(bytes.address)));
    });
    return Conflict(accesses, accesses);
  }

  // `before`: a state without one, whose threads need not be compared again.
  bool HasRace(Machine& state, const Machine* before) {
    if (machine_.is_weak) return false;  // seen as it is executed
    const uint32_t n = state.threads().size();
    for (uint32_t t = 0; t < n; ++t) {
      if (!state.threads()[t]->has_ended) state.Refresh(t);
      if (Ends(state)) return true;
    }
    const auto is_as_before = [&](uint32_t t) {
      return before != nullptr && t < before->threads().size() &&
             state.threads()[t].IsSame(before->threads()[t]);
    };
    for (uint32_t t = 0; t < n; ++t) {
      const bool is_old = is_as_before(t);
      for (uint32_t other = 0; other <= t; ++other) {
        if (is_old && is_as_before(other)) continue;
        if (t == other ? !AreInConflict(state, t) : !AreInConflict(state, t, other)) continue;
        result_.obstacle = kPossibleRace;
        sites_ = {state.SiteOf(t), state.SiteOf(other)};
        return true;
      }
    }
    return false;
  }

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

  // Two threads that may take their locks both, one directly after the other.
  bool HaveRace(const std::vector<Section>& sections) const {
    for (const Section& one : sections) {
      for (const Section& two : sections) {
        if ((one.thread != two.thread || one.is_many) && !one.Excludes(two) &&
            Conflict(one.segment, two.segment)) {
          return true;
        }
      }
    }
    return false;
  }

  // All that can happen next, or what may as well be next.
  void Follow(Machine& state) {
    const uint32_t n = state.threads().size();
    // Unless that leads to nothing new: in a circle of such steps the others would never come.
    for (uint32_t t = 0; t < n; ++t) {
      if (!state.CanStep(t) || !state.IsOfItself(t)) continue;
      if (TakeAll(state, t, /*is_first=*/true) || !result_.obstacle.empty()) return;
    }
    sections_.clear();
    for (uint32_t t = 0; t < n; ++t) {
      if (state.CanStep(t)) TakeAll(state, t, /*is_first=*/false);
      if (!result_.obstacle.empty()) return;
    }
    if (!machine_.is_weak && HaveRace(sections_)) result_.obstacle = kPossibleRace;
  }

  // With all outcomes. Whether there is a new state. `is_first`: the others are not looked at.
  bool TakeAll(Machine& state, uint32_t t, bool is_first) {
    std::vector<Choice> choices;
    bool is_new = false;
    do {
      is_new |= Take(state, t, is_first, &choices);
      if (!result_.obstacle.empty()) return is_new;
    } while (NextOutcome(&choices));
    return is_new;
  }

  bool Take(Machine& state, uint32_t from, bool is_first, std::vector<Choice>* choices) {
    auto next = std::make_unique<Machine>(state);
    const uint32_t t = state.threads()[from]->is_many ? next->Split(from) : from;
    next->SetChoices(*choices);
    next->ResetSteps();
    next->ClearDoubts();
    next->Step(t);
    *choices = next->choices();
    Note(*next);
    if (Ends(*next)) {
      sites_ = {next->SiteOf(t)};
      return false;
    }
    const Thread &before = *state.threads()[from], &after = *next->threads()[t];
    const bool is_blocked = next->IsBlocked(t);
    if (is_blocked && next->IsAlone(t)) result_.obstacle = "wait inside an atomic section";
    // A thread that has to wait as before has done nothing, and need not try behind steps that wake
    // nobody.
    if (is_blocked && before.effect == after.effect && before.phase == after.phase) {
      if (choices->empty() && t == from) state.Block(t);
      return false;
    }
    // What it did is not compared with what others are about to do behind the same state.
    const bool may_release = !is_first || next->threads()[t]->segment.empty();
    if (may_release && !ReleaseAtOnce(state, from, t, *next)) return false;
    next->ForgetNumbers(&state);
    next->Tidy();
    if (Ends(*next)) return false;
    if (next->threads().size() > machine_.threads) result_.obstacle = kTooManyThreads;
    for (const Shared<Thread>& thread : next->threads()) {
      if (thread->segment.size() > kMostAccesses) result_.obstacle = "too many accesses";
    }
    return Add(std::move(next), &state);
  }

  // By what an address goes in all machines that come from `state` by one step; nothing if it is of
  // an object that was made since then.
  static std::optional<uint64_t> CommonName(const Machine& state, const Machine& next,
                                            uint64_t address) {
    uint64_t number = Memory::NumberOf(address);
    const std::vector<Shared<Memory::Object>>& objects = next.memory().objects();
    // An element that was part of a chain then is any of its elements.
    while (number >= state.memory().objects().size() && objects[number]->part_of != 0) {
      number = objects[number]->part_of;
    }
    if (number < state.memory().objects().size()) {
      return Memory::AddressOf(number) + Memory::OffsetOf(address);
    }
    // Variables get their place when they are first used.
    const Memory::Object& object = *objects[number];
    if (object.kind != ObjectKind::kGlobal) return std::nullopt;
    constexpr uint64_t kUnused = uint64_t{1} << 63;
    return kUnused + (uint64_t{object.origin.owner} << Memory::kAddressShift) +
           Memory::OffsetOf(address);
  }

  void NoteSection(const Machine& state, uint32_t from, uint32_t t, const Machine& next) {
    Section section = {from, state.threads()[from]->is_many, {}, {}};
    for (const auto& [lock, is_owner] : next.LocksOf(t)) {
      if (const auto name = CommonName(state, next, lock)) {
        section.locks.emplace_back(*name, is_owner);
      }
    }
    for (uint64_t semaphore : next.UsedUpSince(state)) {
      if (const auto name = CommonName(state, next, semaphore)) {
        section.locks.emplace_back(*name, /*is_owner=*/true);
      }
    }
    for (Bytes bytes : next.threads()[t]->segment) {
      const auto name = CommonName(state, next, bytes.address);
      if (!name.has_value()) continue;
      bytes.address = *name;
      section.segment.push_back(bytes);
    }
    if (!section.segment.empty()) sections_.push_back(std::move(section));
  }

  // The thread `t` has just done what `from` was about to do in `state`. Whether the machine goes
  // on.
  bool ReleaseAtOnce(const Machine& state, uint32_t from, uint32_t t, Machine& next) {
    while (next.CanStep(t) && next.MayReleaseAtOnce(t)) {
      if (HasRace(next, &state)) return false;
      NoteSection(state, from, t, next);
      next.SetChoices({});
      next.ResetSteps();
      next.Step(t);
      Note(next);
      if (Ends(next)) return false;
      if (!next.choices().empty()) result_.obstacle = "release of a lock with several outcomes";
    }
    return true;
  }

  const ExplorationLimits limits_;
  Machine::Limits machine_ = {
      .steps = 100000, .threads = Causality::kMaxThreads, .depth = 50, .is_exploration = true};
  Executable& executable_;
  Relevance& relevance_;
  Exploration result_;
  bool merges_facts_ = false;
  absl::flat_hash_set<Digest> known_;
  absl::flat_hash_map<Digest, Merged> merged_;
  std::deque<Open> open_;
  uint64_t bytes_ = 0;             // of the open ones, and of facts
  std::vector<Section> sections_;  // that begin in one state
  std::vector<Origin> known_from_;
  uint32_t from_ = kNone;                  // the state that is followed
  std::vector<Site> sites_;                // of the threads that met an obstacle
  std::vector<Relevance::Source> doubts_;  // of all steps from there
  bool has_open_input_ = false;
};

// What explorations have left open or forgotten.
struct Left {
  Doubts doubts;
  bool has_open_input = false;
};

// What is left of the work.
ExplorationLimits Less(ExplorationLimits limits, const Exploration& done) {
  limits.work -= std::min(limits.work, done.work);
  return limits;
}

// Orders that are weaker, and older values, make many more states: only if they are needed.
Exploration ExploreOrders(Executable& executable, const ExplorationLimits& limits,
                          Explorer::Ways ways, Left* left) {
  Exploration result;
  const auto go = [&] {
    const uint64_t done = result.work;
    Explorer explorer(executable, Less(limits, result), ways);
    result = explorer.Go();
    result.work += done;
    left->has_open_input = explorer.has_open_input();
    left->doubts = explorer.FindDoubts();
  };
  go();
  if (result.obstacle == kMixed) go();
  // What threads that are any number of them know of each other is not followed.
  if (result.obstacle != Machine::kWeakOrder || ways.merges_threads) return result;
  ways.is_weak = true;
  go();
  if (result.obstacle != Machine::kMayMiss) return result;
  ways.finds_older = true;
  go();
  return result;
}

Exploration ExploreExactly(Executable& executable, const ExplorationLimits& limits,
                           Explorer::Ways ways) {
  Left left;
  Exploration result = ExploreOrders(executable, limits, ways, &left);
  if (result.is_race_free || !left.has_open_input || result.obstacle == kTooManyStates) {
    return result;
  }
  ways.tells_inputs = true;
  Exploration told = ExploreOrders(executable, Less(limits, result), ways, &left);
  told.work += result.work;
  return told.is_race_free || told.obstacle == kTooManyStates ? told : result;
}

// Explores with numbers forgotten until that fails; then those are kept that were in doubt on the
// way to the obstacle and without which it would not be met: nearest ones first, one by one as long
// as that costs little (counterexample-guided abstraction refinement; Clarke et al., CAV 2000).
class Refinement {
 public:
  Refinement(Executable& executable, const ExplorationLimits& limits, Explorer::Ways ways)
      : executable_(executable), limits_(limits), ways_(ways) {
    ways_.forgets_unneeded = true;
  }

  Exploration Go() {
    ways_.multiplies_threads = ways_.merges_threads;
    Left left = Try();
    while (!IsOver()) {
      if (RefineBy(Relevance::Need::kSmall, &left)) continue;
      if (result_.obstacle == kTooManyThreads && !ways_.merges_threads) {
        ways_.merges_threads = ways_.multiplies_threads = true;
      } else if (RefineBy(Relevance::Need::kAll, &left)) {
        continue;
      } else if (ways_.multiplies_threads) {
        ways_.multiplies_threads = false;
      } else {
        break;
      }
      left = Try();
    }
    return result_;
  }

 private:
  bool IsOver() const {
    return result_.is_race_free || result_.obstacle == kTooManyStates ||
           result_.work >= limits_.work;
  }

  Left Try() {
    Left left;
    const uint64_t done = result_.work;
    result_ = ExploreOrders(executable_, Less(limits_, result_), ways_, &left);
    last_work_ = result_.work;
    result_.work += done;
    return left;
  }

  // Whether more is kept now, and the program was explored again.
  bool RefineBy(Relevance::Need need, Left* left) {
    Relevance& relevance = *ways_.relevance;
    std::vector<Relevance::Source> open;
    absl::flat_hash_set<Relevance::Source> known;
    for (Relevance::Source source : left->doubts.sources) {
      for (Relevance::Source less : relevance.FindLessNeeded(source, need)) {
        if (known.insert(less).second) open.push_back(less);
      }
    }
    if (open.empty()) return false;
    const std::vector<Relevance::Need> needs = relevance.needs();
    const bool is_cheap = last_work_ * open.size() <= (limits_.work - result_.work) / 4;
    for (Relevance::Source source : open) {
      if (!is_cheap) break;
      relevance.NoteNeed(source, need);
      Left now = Try();
      if (IsOver() || left->doubts.IsBefore(now.doubts)) {
        *left = std::move(now);
        return true;
      }
      relevance.SetNeeds(needs);
    }
    if (!is_cheap) open.resize(1);
    for (Relevance::Source source : open) relevance.NoteNeed(source, need);
    Left now = Try();
    // It may as well be that there is no bound.
    const bool is_in_vain = !ways_.merges_threads && !IsOver() &&
                            now.doubts.obstacle == kTooManyThreads &&
                            !left->doubts.IsBefore(now.doubts);
    if (is_in_vain) relevance.SetNeeds(needs);
    *left = std::move(now);
    return !is_in_vain;
  }

  Executable& executable_;
  const ExplorationLimits limits_;
  Explorer::Ways ways_;
  Exploration result_;
  uint64_t last_work_ = 0;
};

// Whether it may be something that is forgotten.
bool MayGoOn(const std::string& obstacle) {
  return obstacle != Machine::kMayMiss && obstacle != Machine::kUnfollowed &&
         obstacle != Machine::kWeakOrder;
}

}  // namespace

// Exactly, but for data, if that makes few states; else with what is needed, which makes fewer.
// What one way leaves of its share of the work is for the next one.
Exploration Explore(Executable& executable, const ExplorationLimits& limits) {
  Relevance relevance;
  ExplorationLimits left = limits;
  left.work -= std::min(left.work, LearnWhatDecides(executable, &relevance));
  Explorer::Ways ways;
  ways.relevance = &relevance;
  ExplorationLimits part = limits;
  part.work = limits.work / 10;
  const Exploration result = ExploreExactly(executable, part, ways);
  if (result.is_race_free || !MayGoOn(result.obstacle)) return result;
  left = Less(left, result);
  ways.merges_threads = result.obstacle == kTooManyThreads;
  part.work = left.work * 2 / 3;
  const Exploration needed = Refinement(executable, part, ways).Go();
  if (needed.is_race_free) return needed;
  if (result.obstacle != kTooManyStates) return result;
  ways.merges_threads = false;
  return ExploreExactly(executable, Less(left, needed), ways);
}

}  // namespace plait::witness
