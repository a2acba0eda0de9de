#include "checkers/witness/search.h"

#include <algorithm>
#include <functional>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace plait::witness {
namespace {

using SitePair = std::pair<Site, Site>;

SitePair Ordered(Site a, Site b) { return b < a ? SitePair(b, a) : SitePair(a, b); }

// One run: drives a machine by random choices, and tells of conflicts.
class Run {
 public:
  using OnConflict =
      std::function<void(const Machine&, const Witness::Participant&, const Witness::Participant&)>;
  using IsSuspect = std::function<bool(Site)>;

  Run(Executable& executable, uint64_t seed, uint64_t steps, IsSuspect is_suspect,
      OnConflict on_conflict)
      : machine_(executable, seed, {.steps = steps}),
        random_(~seed),
        is_suspect_(std::move(is_suspect)),
        on_conflict_(std::move(on_conflict)) {
    // How often threads take turns differs from run to run: some races need long stretches of one
    // thread, others many turns.
    constexpr uint64_t kTurns[] = {1, 2, 4, 16, 64};
    turn_ = kTurns[random_.Below(std::size(kTurns))];
  }

  const Machine& machine() const { return machine_; }

  // `is_done` is asked after each step.
  void Go(const std::function<bool()>& is_done) {
    machine_.Start();
    Arrived(0);
    while (!machine_.has_stopped() && !is_done()) {
      const uint32_t t = Choose();
      if (t == kNone) return;  // nobody can go on
      const size_t threads = machine_.threads().size();
      held_[t] = false;
      machine_.Step(t);
      if (machine_.has_stopped()) return;
      Arrived(t);
      for (size_t created = threads; created < machine_.threads().size(); ++created) {
        Arrived(created);
      }
    }
  }

 private:
  // The thread stands before another operation than before.
  void Arrived(uint32_t t) {
    held_.resize(machine_.threads().size(), false);
    const Thread& thread = machine_.threads()[t];
    // The other threads may still do something.
    if (thread.ends_program) held_[t] = true;
    if (thread.accesses.empty() || thread.is_blocked) return;
    const Site site = machine_.SiteOf(t);
    if (is_suspect_(site) && !random_.OneIn(4)) held_[t] = true;
    for (uint32_t other = 0; other < machine_.threads().size(); ++other) {
      if (other != t) Compare(t, site, other);
    }
  }

  void Compare(uint32_t t, Site site, uint32_t other) {
    for (const Bytes& a : machine_.threads()[t].accesses) {
      for (const Bytes& b : machine_.threads()[other].accesses) {
        if (!a.ConflictsWith(b)) continue;
        Witness::Participant first = {t, site, a};
        Witness::Participant second = {other, machine_.SiteOf(other), b};
        if (!a.is_write) std::swap(first, second);
        on_conflict_(machine_, first, second);
      }
    }
  }

  uint32_t Choose() {
    const uint32_t n = machine_.threads().size();
    // A thread held back goes on at last, lest others wait for it for ever.
    constexpr uint64_t kPatience = 256;
    if (random_.OneIn(kPatience)) std::fill(held_.begin(), held_.end(), false);
    if (current_ < n && IsFree(current_) && !random_.OneIn(turn_)) return current_;
    current_ = Pick([&](uint32_t t) { return IsFree(t); });
    if (current_ != kNone) return current_;
    current_ = Pick([&](uint32_t t) { return machine_.CanStep(t); });
    if (current_ != kNone) return current_;
    current_ = Pick([&](uint32_t t) { return machine_.threads()[t].may_time_out; });
    if (current_ != kNone) machine_.TimeOut(current_);
    return current_;
  }

  bool IsFree(uint32_t t) const { return machine_.CanStep(t) && !held_[t]; }

  template <typename Predicate>
  uint32_t Pick(Predicate is_eligible) {
    const uint32_t n = machine_.threads().size();
    uint32_t count = 0;
    for (uint32_t t = 0; t < n; ++t) count += is_eligible(t);
    if (count == 0) return kNone;
    uint64_t skip = random_.Below(count);
    for (uint32_t t = 0; t < n; ++t) {
      if (is_eligible(t) && skip-- == 0) return t;
    }
    return kNone;
  }

  Machine machine_;
  Random random_;
  const IsSuspect is_suspect_;
  const OnConflict on_conflict_;
  std::vector<bool> held_;  // back, by thread
  uint64_t turn_ = 1;
  uint32_t current_ = kNone;
};

Witness Describe(const Machine& machine, const Witness::Participant& first,
                 const Witness::Participant& second) {
  Witness witness;
  witness.first = first;
  witness.second = second;
  for (const Thread& thread : machine.threads()) {
    const uint32_t definition = thread.entry == kNone
                                    ? machine.executable().root()
                                    : machine.executable().function(thread.entry).definition;
    witness.threads.push_back({definition, thread.created});
  }
  witness.events = machine.events();
  for (const Event& event : witness.events) {
    const Memory::Object* object = machine.memory().Around(static_cast<uint64_t>(event.value));
    const bool is_global = object != nullptr && object->kind == ObjectKind::kGlobal;
    witness.objects.emplace_back(is_global ? object->tag : kNone, Memory::OffsetOf(event.value));
  }
  return witness;
}

// Counts runs, and whether it is worth going on: not if the program cannot be executed even up to
// its first thread.
class Account {
 public:
  // Returns whether to give up.
  bool Add(const Machine& machine) {
    ++counts_.runs;
    counts_.steps += machine.steps();
    ++counts_.ends[machine.has_stopped() ? machine.stop_reason() : "the run was ended"];
    const bool is_stuck = machine.is_stuck() && machine.threads().size() == 1;
    if (!is_stuck || machine.stop_reason() != reason_) in_a_row_ = 0;
    if (!is_stuck) return false;
    reason_ = machine.stop_reason();
    constexpr uint32_t kEnough = 3;
    return ++in_a_row_ == kEnough;
  }
  const RunCounts& counts() const { return counts_; }

 private:
  RunCounts counts_;
  std::string reason_;
  uint32_t in_a_row_ = 0;  // runs that were stuck for the same reason
};

class Search {
 public:
  Search(Executable& executable, const std::vector<Target>& targets, const Options& options)
      : executable_(executable), targets_(targets), options_(options) {
    result_.witnesses.resize(targets.size());
    sites_.resize(targets.size());
    for (uint32_t i = 0; i < targets.size(); ++i) {
      for (const auto& [a, b] : targets[i].pairs) {
        by_pair_[Ordered(a, b)].push_back(i);
        sites_[i].insert(a);
        sites_[i].insert(b);
      }
    }
  }

  SearchResult Go() {
    uint32_t current = 0;
    const uint64_t most_runs =
        std::min<uint64_t>(options_.most_runs, uint64_t{options_.runs_for_each} * open_);
    Account account;
    while (open_ > 0 && account.counts().runs < most_runs &&
           account.counts().steps < options_.steps) {
      while (result_.witnesses[current].has_value()) current = (current + 1) % targets_.size();
      Run run(
          executable_, account.counts().runs, options_.steps_of_a_run,
          [&](Site site) { return sites_[current].contains(site); },
          [&](const Machine& machine, const Witness::Participant& first,
              const Witness::Participant& second) { Found(machine, first, second); });
      run.Go([&] { return result_.witnesses[current].has_value(); });
      if (account.Add(run.machine())) break;
      current = (current + 1) % targets_.size();
    }
    result_.counts = account.counts();
    return std::move(result_);
  }

 private:
  void Found(const Machine& machine, const Witness::Participant& first,
             const Witness::Participant& second) {
    const auto known = by_pair_.find(Ordered(first.site, second.site));
    if (known == by_pair_.end()) return;
    for (uint32_t target : known->second) {
      if (result_.witnesses[target].has_value() || !IsTo(machine, first, targets_[target])) {
        continue;
      }
      result_.witnesses[target] = Describe(machine, first, second);
      --open_;
    }
  }

  static bool IsTo(const Machine& machine, const Witness::Participant& access,
                   const Target& target) {
    const Memory::Object* object = machine.memory().Around(access.bytes.address);
    const bool is_global = object->kind == ObjectKind::kGlobal && object->tag != kNone;
    const Name name = is_global ? machine.executable().global_name(object->tag) : kNoName;
    return name == target.global;
  }

  Executable& executable_;
  const std::vector<Target>& targets_;
  const Options& options_;
  SearchResult result_;
  size_t open_ = targets_.size();
  absl::flat_hash_map<SitePair, std::vector<uint32_t>> by_pair_;
  std::vector<absl::flat_hash_set<Site>> sites_;  // by target
};

}  // namespace

SearchResult FindWitnesses(Executable& executable, const std::vector<Target>& targets,
                           const Options& options) {
  return Search(executable, targets, options).Go();
}

AnyResult FindAnyWitnesses(Executable& executable, const Options& options) {
  AnyResult result;
  absl::flat_hash_set<SitePair> pairs;
  Account account;
  while (account.counts().runs < options.most_runs && account.counts().steps < options.steps) {
    Random random(account.counts().runs);
    Run run(
        executable, account.counts().runs, options.steps_of_a_run,
        [&](Site) { return random.OneIn(3); },
        [&](const Machine& machine, const Witness::Participant& first,
            const Witness::Participant& second) {
          if (!pairs.insert(Ordered(first.site, second.site)).second) return;
          result.witnesses.push_back(Describe(machine, first, second));
        });
    run.Go([] { return false; });
    if (account.Add(run.machine())) break;
  }
  result.counts = account.counts();
  return result;
}

}  // namespace plait::witness
