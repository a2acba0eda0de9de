#include "checkers/witness/explore.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "checkers/witness/explorer.h"
#include "checkers/witness/machine.h"
#include "checkers/witness/relevance.h"
#include "checkers/witness/walk.h"

namespace plait::witness {
namespace {

// What explorations have left open or forgotten.
struct Left {
  Doubts doubts;
  bool has_open_input = false;
  uint32_t most_alike = 0;
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
    left->most_alike = std::max(left->most_alike, explorer.most_alike());
    left->doubts = explorer.FindDoubts();
  };
  // What decides may be seen only on the way.
  uint64_t decisions = ways.relevance->decisions();
  go();
  const auto has_learnt = [&] {
    return !ways.forgets_unneeded && !result.is_race_free &&
           result.obstacle != Explorer::kTooManyStates &&
           std::exchange(decisions, ways.relevance->decisions()) != decisions;
  };
  constexpr int kMostTries = 4;
  for (int tries = 1; tries < kMostTries && (result.obstacle == Explorer::kMixed || has_learnt());
       ++tries) {
    go();
  }
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
                           Explorer::Ways ways, Left* left) {
  Exploration result = ExploreOrders(executable, limits, ways, left);
  if (result.is_race_free || !left->has_open_input || result.obstacle == Explorer::kTooManyStates) {
    return result;
  }
  ways.tells_inputs = true;
  Exploration told = ExploreOrders(executable, Less(limits, result), ways, left);
  told.work += result.work;
  return told.is_race_free || told.obstacle == Explorer::kTooManyStates ? told : result;
}

// Explores with numbers forgotten until that fails; then those are kept that were in doubt on the
// way to the obstacle and without which it would not be met: nearest ones first, one by one as long
// as that costs little (counterexample-guided abstraction refinement; Clarke et al., CAV 2000).
class Refinement {
 public:
  // `most_alike`: threads that begin in one function and are there at once.
  Refinement(Executable& executable, const ExplorationLimits& limits, Explorer::Ways ways,
             uint32_t most_alike)
      : executable_(executable), limits_(limits), ways_(ways), most_alike_(most_alike) {
    ways_.forgets_unneeded = true;
  }

  // With all threads told apart a part of the work, if there are some that need not be; then with
  // these merged; and if that fails, with all told apart once more.
  Exploration Go() {
    if (ways_.merges_threads) {
      MergeThreads();
    } else if (most_alike_ >= kFew) {
      most_ = limits_.work / 8;
    }
    Refine();
    if (IsOver() || ways_.merges_threads || !HasTooManyStates()) return result_;
    const std::vector<Relevance::Need> needs = ways_.relevance->needs();
    MergeThreads();
    most_ = limits_.work / 8 * 5;
    Refine();
    if (IsOver()) return result_;
    ways_.merges_threads = ways_.multiplies_threads = false;
    ways_.relevance->SetNeeds(needs);
    most_ = limits_.work;
    Refine();
    return result_;
  }

 private:
  static constexpr uint32_t kFew = 2;

  void MergeThreads() {
    ways_.merges_threads = ways_.multiplies_threads = true;
    ways_.relevance->SetNeeds({Relevance::Need::kAll});
    most_ = limits_.work;
  }

  // Until all is proved, or nothing more helps, or there are too many states.
  void Refine() {
    Left left = Try();
    while (!IsOver()) {
      if (HasTooManyStates()) {
        if (!ways_.multiplies_threads) return;
        if (TellMore(&left)) continue;
        left = TryWith(most_);
        if (HasTooManyStates()) return;
        continue;
      }
      if (RefineBy(Relevance::Need::kSmall, &left)) continue;
      if (result_.obstacle == Explorer::kTooManyThreads && !ways_.merges_threads) {
        MergeThreads();
      } else if (RefineBy(Relevance::Need::kAll, &left)) {
        continue;
      } else if (ways_.multiplies_threads) {
        ways_.multiplies_threads = false;
      } else {
        return;
      }
      left = Try();
    }
  }

  bool HasTooManyStates() const {
    return result_.obstacle == Explorer::kTooManyStates || result_.work >= most_;
  }

  bool IsOver() const { return result_.is_race_free || result_.work >= limits_.work; }

  Left Try() {
    constexpr uint64_t kPart = 8;
    if (!ways_.merges_threads) return TryWith(limits_.work);
    const uint64_t rest = limits_.work - std::min(limits_.work, result_.work);
    return TryWith(ways_.multiplies_threads ? limits_.work / kPart : rest / 2);
  }

  // `most`: so much work.
  Left TryWith(uint64_t most) {
    Left left;
    const uint64_t done = result_.work;
    ExplorationLimits limits = limits_;
    limits.work = std::min(most_, done + most);
    result_ = ExploreOrders(executable_, Less(limits, result_), ways_, &left);
    last_work_ = result_.work;
    result_.work += done;
    return left;
  }

  // What was in doubt and is needed less than that, but for what is known.
  std::vector<Relevance::Source> FindOpen(const Doubts& doubts, Relevance::Need need,
                                          absl::flat_hash_set<Relevance::Source>* known) const {
    std::vector<Relevance::Source> open;
    for (Relevance::Source source : doubts.sources) {
      for (Relevance::Source less : ways_.relevance->FindLessNeeded(source, need)) {
        if (known->insert(less).second) open.push_back(less);
      }
    }
    return open;
  }

  // Where there are too many states since branches go all ways on what was forgotten, there are
  // fewer if it is kept. Whether there are so few now.
  bool TellMore(Left* left) {
    Relevance& relevance = *ways_.relevance;
    absl::flat_hash_set<Relevance::Source> known;
    const std::vector<Relevance::Source> open =
        FindOpen(left->doubts, Relevance::Need::kSmall, &known);
    const std::vector<Relevance::Need> needs = relevance.needs();
    for (Relevance::Source source : open) {
      if (IsOver()) return false;
      relevance.NoteNeed(source, Relevance::Need::kSmall);
      *left = TryWith(limits_.work / 64);
      if (!HasTooManyStates()) return true;
      relevance.SetNeeds(needs);
    }
    return false;
  }

  // Of sources that are kept beyond `before`, those that are not needed beside the others make
  // states. `now`: what is left with all of them, which is farther than `left`; or it need not be.
  void DropNeedless(std::vector<Relevance::Source> sources,
                    const std::vector<Relevance::Need>& before, Relevance::Need need,
                    const Left& left, Left* now) {
    Relevance& relevance = *ways_.relevance;
    // The last one was what was missing.
    for (size_t i = sources.size() - 1; i-- > 0 && !result_.is_race_free && !HasTooManyStates() &&
                                        left.doubts.IsBefore(now->doubts);) {
      const std::vector<Relevance::Need> all = relevance.needs();
      const Exploration result = result_;
      relevance.SetNeeds(before);
      for (size_t k = 0; k < sources.size(); ++k) {
        if (k != i) relevance.NoteNeed(sources[k], need);
      }
      Left less = Try();
      if (result_.is_race_free || left.doubts.IsBefore(less.doubts)) {
        sources.erase(sources.begin() + i);
        *now = std::move(less);
      } else {
        relevance.SetNeeds(all);
        const uint64_t work = std::exchange(result_, result).work;
        result_.work = work;
      }
    }
  }

  // What is in doubt now and was not before: numbers in memory are next.
  void AddOpen(const Left& now, Relevance::Need need, absl::flat_hash_set<Relevance::Source>* known,
               size_t next, std::vector<Relevance::Source>* open) const {
    for (Relevance::Source source : FindOpen(now.doubts, need, known)) {
      if (ways_.relevance->IsOfPointers(source)) continue;
      const bool is_first = !ways_.relevance->IsRegister(source);
      open->insert(is_first ? open->begin() + static_cast<ptrdiff_t>(next) : open->end(), source);
    }
  }

  // Whether more is kept now, and the program was explored again.
  bool RefineBy(Relevance::Need need, Left* left) {
    Relevance& relevance = *ways_.relevance;
    absl::flat_hash_set<Relevance::Source> known;
    std::vector<Relevance::Source> open = FindOpen(left->doubts, need, &known);
    if (open.empty()) return false;
    const std::vector<Relevance::Need> needs = relevance.needs();
    const bool is_cheap = last_work_ * open.size() <= (limits_.work - result_.work) / 4;
    for (Relevance::Source source : open) {
      if (!is_cheap) break;
      relevance.NoteNeed(source, need);
      Left now = Try();
      // With merged threads states are not gone through in the order of their distance.
      const bool is_farther =
          left->doubts.IsBefore(now.doubts) || (ways_.merges_threads && HasTooManyStates());
      if (!is_farther) relevance.SetNeeds(needs);
      if (is_farther || result_.is_race_free || HasTooManyStates()) {
        *left = std::move(now);
        return true;
      }
    }
    // Pointers that are kept keep threads from being one, and counts of turns tell them apart.
    if (ways_.multiplies_threads) {
      std::erase_if(open, [&](Relevance::Source source) { return relevance.IsOfPointers(source); });
      if (open.empty()) return false;
      std::stable_partition(open.begin(), open.end(), [&](Relevance::Source source) {
        return !relevance.IsRegister(source);
      });
    }
    Left now;
    size_t count = 0;
    do {
      relevance.NoteNeed(open[count++], need);
      now = Try();
      if (ways_.multiplies_threads) AddOpen(now, need, &known, count, &open);
    } while (is_cheap && count < open.size() && !result_.is_race_free && !HasTooManyStates() &&
             !left->doubts.IsBefore(now.doubts));
    if (HasTooManyStates() && !left->doubts.IsBefore(now.doubts)) {
      relevance.SetNeeds(needs);
      *left = std::move(now);
      return true;
    }
    open.resize(count);
    DropNeedless(open, needs, need, *left, &now);
    // It may as well be that there is no bound.
    const bool is_in_vain = !ways_.merges_threads && !IsOver() &&
                            now.doubts.obstacle == Explorer::kTooManyThreads &&
                            !left->doubts.IsBefore(now.doubts);
    if (is_in_vain) relevance.SetNeeds(needs);
    *left = std::move(now);
    return !is_in_vain;
  }

  Executable& executable_;
  const ExplorationLimits limits_;
  Explorer::Ways ways_;
  const uint32_t most_alike_;
  uint64_t most_ = limits_.work;  // that all tries may take so far
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
  Left exact;
  const Exploration result = ExploreExactly(executable, part, ways, &exact);
  if (result.is_race_free || !MayGoOn(result.obstacle)) return result;
  left = Less(left, result);
  ways.merges_threads = result.obstacle == Explorer::kTooManyThreads;
  part.work = left.work * 3 / 4;
  const Exploration needed = Refinement(executable, part, ways, exact.most_alike).Go();
  if (needed.is_race_free) return needed;
  if (result.obstacle != Explorer::kTooManyStates) return result;
  ways.merges_threads = false;
  return ExploreExactly(executable, Less(left, needed), ways, &exact);
}

}  // namespace plait::witness
