#include "checkers/witness/search.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"

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

  Run(Executable& executable, uint64_t seed, const Machine::Limits& limits, IsSuspect is_suspect,
      OnConflict on_conflict)
      : executable_(executable),
        machine_(executable, seed, limits),
        random_(~seed),
        is_suspect_(std::move(is_suspect)),
        on_conflict_(std::move(on_conflict)) {
    constexpr uint64_t kLong = 5000000;
    // How often threads take turns differs from run to run: some races need long stretches of one
    // thread, others many turns.
    constexpr uint64_t kTurns[] = {1, 2, 4, 16, 64};
    turn_ = kTurns[random_.Below(std::size(kTurns))];
    goes_on_ = random_.OneIn(2) || limits.steps >= kLong;
  }

  const Machine& machine() const { return machine_; }

  // `is_done` is asked after each step.
  void Go(const std::function<bool()>& is_done) {
    machine_.Start();
    TellUnordered();
    Arrived(0);
    while (!machine_.has_stopped() && !is_done()) {
      const uint32_t t = Choose();
      if (t == kNone) return;  // nobody can go on
      const size_t threads = machine_.threads().size();
      held_[t] = false;
      machine_.Step(t);
      TellUnordered();
      if (machine_.has_stopped()) return;
      Arrived(t);
      for (size_t created = threads; created < machine_.threads().size(); ++created) {
        Arrived(created);
      }
    }
  }

  // Whether it had accesses that nothing orders, and none of them volatile or atomic: those, as of
  // a lock that is given back by a plain store, may order the others on machines whose stores are
  // seen in order. They are a race themselves, side by side at some time.
  bool HasPlainUnordered() {
    const auto& unordered = machine_.unordered();
    return !unordered.empty() &&
           std::none_of(unordered.begin(), unordered.end(), [&](const auto& pair) {
             return Synchronises(pair.first) || Synchronises(pair.second);
           });
  }

 private:
  // The thread stands before another operation than before.
  void Arrived(uint32_t t) {
    held_.resize(machine_.threads().size(), false);
    is_awaited_.resize(machine_.threads().size(), false);
    const Thread& thread = *machine_.threads()[t];
    // The other threads may still do something.
    if (thread.ends_program) held_[t] = true;
    if (thread.accesses.empty() || machine_.IsBlocked(t)) return;
    const Site site = machine_.SiteOf(t);
    if (is_suspect_(site) && !is_awaited_[t] && !random_.OneIn(4)) held_[t] = true;
    for (uint32_t other = 0; other < machine_.threads().size(); ++other) {
      if (other != t) Compare(t, site, other);
    }
  }

  static Witness::Participant Made(const PastAccess& past) {
    return {past.thread, past.site, past.bytes, past.calls, past.events};
  }

  bool Synchronises(const PastAccess& past) {
    const ir::Instruction* instruction = InstructionOf(past.site);
    return instruction != nullptr &&
           (instruction->ordering != ir::Ordering::kPlain || instruction->is_volatile);
  }

  void TellUnordered() {
    for (; told_ < machine_.unordered().size(); ++told_) {
      const auto& [earlier, later] = machine_.unordered()[told_];
      // What is gone by now cannot be named.
      if (machine_.memory().Around(later.bytes.address) == nullptr) continue;
      Witness::Participant first = Made(earlier), second = Made(later);
      if (IsIntended(first) || IsIntended(second)) continue;
      if (!first.bytes.is_write) std::swap(first, second);
      on_conflict_(machine_, first, second);
    }
  }

  void Compare(uint32_t t, Site site, uint32_t other) {
    bool is_fresh = false;
    for (const Bytes& a : machine_.threads()[t]->accesses) {
      const auto& others = machine_.threads()[other]->accesses;
      for (size_t i = 0; i < others.size(); ++i) {
        if (!a.ConflictsWith(others[i])) continue;
        if (!is_fresh) {
          // Memory has changed since the other one came to its operation.
          machine_.Refresh(other);
          is_fresh = true;
          i = static_cast<size_t>(-1);
          continue;
        }
        Witness::Participant first = {t, site, a, {}, {}};
        Witness::Participant second = {other, machine_.SiteOf(other), others[i], {}, {}};
        if (IsIntended(first) || IsIntended(second)) continue;
        if (!a.is_write) std::swap(first, second);
        on_conflict_(machine_, first, second);
      }
    }
  }

  // Such pairs are known to those who wrote them; what else is wrong must not hide behind them.
  bool IsIntended(const Witness::Participant& access) {
    const ir::Instruction* instruction = InstructionOf(access.site);
    if (instruction == nullptr) return false;
    const bool is_source = instruction->opcode == ir::Opcode::kCopy && !access.bytes.is_write;
    return is_source ? instruction->source_is_intended : instruction->is_intended;
  }

  const ir::Instruction* InstructionOf(Site site) {
    if (site.definition == kNone) return nullptr;
    const ir::Procedure& body = executable_.program().definitions()[site.definition].body();
    for (const ir::Block& block : body.blocks) {
      if (site.instruction < block.instructions.size()) {
        return &block.instructions[site.instruction];
      }
      site.instruction -= block.instructions.size();
    }
    return nullptr;
  }

  uint32_t Choose() {
    const uint32_t n = machine_.threads().size();
    // A thread held back goes on at last, lest others wait for it for ever.
    constexpr uint64_t kPatience = 256;
    if (random_.OneIn(kPatience)) std::fill(held_.begin(), held_.end(), false);
    if (current_ < n && IsFree(current_) && !random_.OneIn(turn_)) return current_;
    const auto may_time_out = [&](uint32_t t) { return machine_.threads()[t]->may_time_out; };
    constexpr uint64_t kClock = 16;
    if (random_.OneIn(kClock)) {
      const uint32_t late = Pick(may_time_out);
      if (late != kNone) machine_.TimeOut(late);
    }
    current_ = Pick([&](uint32_t t) { return IsFree(t); });
    if (current_ != kNone) return current_;
    current_ = ChooseHeld();
    if (current_ != kNone) return current_;
    current_ = Pick(may_time_out);
    if (current_ != kNone) machine_.TimeOut(current_);
    return current_;
  }

  // Where all that can go on are held back: one whose end another thread waits for, or, in some
  // runs, the one that was let go last. If all go on in turn they come to their end together.
  uint32_t ChooseHeld() {
    const auto n = static_cast<uint32_t>(machine_.threads().size());
    for (uint32_t waiting = 0; waiting < n; ++waiting) {
      if (!machine_.IsBlocked(waiting)) continue;
      for (const uint32_t t : machine_.AwaitedBy(waiting)) {
        if (t >= n || is_awaited_[t] || !machine_.CanStep(t)) continue;
        is_awaited_[t] = true;
        return t;
      }
    }
    constexpr uint64_t kChange = 1024;
    if (!goes_on_ || let_go_ >= n || !machine_.CanStep(let_go_) || random_.OneIn(kChange)) {
      let_go_ = Pick([&](uint32_t t) { return machine_.CanStep(t); });
    }
    return let_go_;
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

  Executable& executable_;
  Machine machine_;
  Random random_;
  const IsSuspect is_suspect_;
  const OnConflict on_conflict_;
  size_t told_ = 0;               // of the machine's unordered accesses
  std::vector<bool> held_;        // back, by thread
  std::vector<bool> is_awaited_;  // by another thread, and so held back no more
  uint32_t let_go_ = kNone;       // last, though all were held back
  uint64_t turn_ = 1;
  bool goes_on_ = false;  // with a thread that was held back
  uint32_t current_ = kNone;
};

Witness::Place PlaceOf(const Machine& machine, uint64_t address) {
  const Memory::Object* object = machine.memory().Around(address);
  if (object == nullptr) return {};
  return {true, object->kind, object->origin, Memory::OffsetOf(address)};
}

Witness Describe(const Machine& machine, const Witness::Participant& first,
                 const Witness::Participant& second) {
  Witness witness;
  witness.first = first;
  witness.second = second;
  for (Witness::Participant* participant : {&witness.first, &witness.second}) {
    if (participant->made_after.has_value()) continue;
    participant->calls = machine.CallsOf(participant->thread);
  }
  // One may be to all of the object: where both are is what they are about.
  witness.place = PlaceOf(machine, std::max(first.bytes.address, second.bytes.address));
  for (const Shared<Thread>& thread : machine.threads()) {
    const uint32_t definition = thread->entry == kNone
                                    ? machine.executable().root()
                                    : machine.executable().function(thread->entry).definition;
    witness.threads.push_back({definition, thread->created});
  }
  witness.events = machine.events();
  for (const Event& event : witness.events) {
    witness.objects.push_back(PlaceOf(machine, static_cast<uint64_t>(event.value)));
  }
  return witness;
}

// Tells what is seen for the first time.
class Search {
 public:
  Search(Executable& executable, const std::vector<Target>& targets, const Options& options,
         const NamingFunction& name_of)
      : executable_(executable),
        targets_(targets),
        options_(options),
        name_of_(name_of),
        sites_(targets.size()),
        is_seen_(targets.size(), false) {
    for (uint32_t i = 0; i < targets.size(); ++i) {
      for (const auto& [a, b] : targets[i].pairs) {
        by_pair_[Ordered(a, b)].push_back(i);
        sites_[i].insert(a);
        sites_[i].insert(b);
        all_sites_.insert({a, b});
      }
      open_.push_back(i);
    }
  }

  SearchResult Go() {
    const size_t targets = open_.size();
    const uint64_t most_runs = options_.runs + uint64_t{options_.runs_for_each} * targets;
    const auto has_more = [&] {
      return result_.runs < most_runs ||
             (targets > 0 && result_.steps < options_.steps_of_short_runs);
    };
    while (has_more() && result_.steps < options_.steps && !IsDone(targets)) {
      bool is_hopeless = false;
      RunOnce(result_.runs, options_.steps_of_a_run,
              [&](const Machine& ended) { is_hopeless = IsHopeless(ended); });
      if (is_hopeless) break;
    }
    if (!IsDone(targets) && result_.cut_runs > 0) GoFar(targets);
    if (!IsDone(targets)) FollowOrders();
    if (is_far_cut_) GoOnToTheEnd();
    return std::move(result_);
  }

 private:
  // For each open target in turn, and now and then for none in particular.
  void RunOnce(uint32_t seed, uint64_t steps, absl::FunctionRef<void(const Machine&)> at_end) {
    const size_t choice = seed % (open_.size() + 1);
    RunFor(choice < open_.size() ? open_[choice] : kNone, seed, steps, at_end);
  }

  void RunFor(uint32_t target, uint32_t seed, uint64_t steps,
              absl::FunctionRef<void(const Machine&)> at_end) {
    const bool is_directed = target != kNone;
    Random random(seed);
    Run run(
        executable_, seed, {.steps = steps},
        [&](Site site) {
          if (notes_reached_ && all_sites_.contains(site)) result_.reached.insert(site);
          return is_directed ? sites_[target].contains(site) : random.OneIn(3);
        },
        [&](const Machine& machine, const Witness::Participant& first,
            const Witness::Participant& second) { See(machine, first, second); });
    run.Go([&] { return is_directed && is_seen_[target]; });
    std::erase_if(open_, [&](uint32_t i) { return is_seen_[i]; });
    at_end(run.machine());
  }

  // What a program does first, such as filling what its threads then work on, may be most of it.
  void GoFar(size_t targets) {
    bool is_stuck = false;
    is_far_cut_ = options_.far_steps > 0;
    while (result_.far_steps < options_.far_steps && !IsDone(targets) && !is_stuck) {
      RunOnce(result_.far_runs, options_.steps_of_a_far_run, [&](const Machine& ended) {
        result_.far_steps += ended.steps();
        is_stuck = ended.is_stuck();
        is_far_cut_ &= ended.steps() > options_.steps_of_a_far_run;
      });
      ++result_.far_runs;
    }
  }

  // A few runs are all that can be afforded: they are for what is suspected and not certain, and
  // say nothing of what they do not see.
  void GoOnToTheEnd() {
    notes_reached_ = false;
    for (uint32_t i = 0; i < options_.last_runs; ++i) {
      std::vector<uint32_t> doubtful;
      std::copy_if(open_.begin(), open_.end(), std::back_inserter(doubtful),
                   [&](uint32_t target) { return !targets_[target].is_certain; });
      if (doubtful.empty()) return;
      RunFor(doubtful[i % doubtful.size()], i, options_.steps_of_a_last_run,
             [&](const Machine& ended) { result_.far_steps += ended.steps(); });
      ++result_.far_runs;
    }
  }

  bool HasWeakOrders() const {
    const std::vector<Definition>& definitions = executable_.program().definitions();
    return std::any_of(definitions.begin(), definitions.end(), [](const Definition& defined) {
      return defined.procedure->facts().has_weak_orders;
    });
  }

  void FollowOrders() {
    const bool goes_far = result_.cut_runs > 0;
    const uint64_t steps = goes_far ? options_.far_steps : options_.steps / 4;
    const uint64_t of_a_run = goes_far ? options_.far_steps : options_.steps_of_a_run;
    const bool has_weak_orders = HasWeakOrders();
    uint64_t spent = 0;
    const auto go = [&](uint32_t seed, const Run::OnConflict& on_conflict) {
      Run run(
          executable_, seed,
          {.steps = of_a_run, .threads = Causality::kMaxThreads, .is_weak = true},
          [](Site) { return false; }, on_conflict);
      run.Go([] { return false; });
      spent += run.machine().steps();
      return run.HasPlainUnordered();
    };
    const auto ignore = [](const auto&...) {};
    for (uint32_t seed = 0; seed < options_.weak_runs && spent < steps; ++seed) {
      // The same run twice: what it leaves unordered is known at its end.
      if (!has_weak_orders && !go(seed, ignore)) continue;
      go(seed, [&](const Machine& machine, const Witness::Participant& first,
                   const Witness::Participant& second) { See(machine, first, second); });
    }
    (goes_far ? result_.far_steps : result_.steps) += spent;
  }

  // What was looked for was found; if that was nothing, all runs are for the unexpected.
  bool IsDone(size_t targets) const { return targets > 0 && open_.empty(); }

  // The program cannot be executed up to its first thread, or has none.
  bool IsHopeless(const Machine& machine) {
    ++result_.runs;
    result_.steps += machine.steps();
    ++result_.ends[machine.has_stopped() ? machine.stop_reason() : "the run was ended"];
    if (!machine.is_stuck() && !machine.has_overlooked()) ++result_.exact_runs;
    if (machine.steps() > options_.steps_of_a_run) ++result_.cut_runs;
    has_threads_ |= machine.threads().size() > 1;
    const bool is_stuck = machine.is_stuck() && machine.threads().size() == 1;
    if (!is_stuck || machine.stop_reason() != obstacle_) in_a_row_ = 0;
    // Inputs may have to be certain ones for threads to be started.
    constexpr uint32_t kEnough = 3, kEnoughWithoutThreads = 20, kEnoughWithInputs = 1000;
    has_inputs_ |= std::any_of(machine.events().begin(), machine.events().end(),
                               [](const Event& e) { return e.kind == Event::Kind::kInput; });
    const uint32_t enough = has_inputs_ ? kEnoughWithInputs : kEnoughWithoutThreads;
    if (!is_stuck) return !has_threads_ && result_.runs >= enough;
    obstacle_ = machine.stop_reason();
    return ++in_a_row_ == kEnough;
  }

  void See(const Machine& machine, const Witness::Participant& first,
           const Witness::Participant& second) {
    if (options_.is_excused &&
        (options_.is_excused(first.site) || options_.is_excused(second.site))) {
      return;
    }
    const Memory::Object* object = machine.memory().Around(first.bytes.address);
    const SitePair pair = Ordered(first.site, second.site);
    const bool is_global = object->kind == ObjectKind::kGlobal;
    const Memory::Origin origin = object->origin;
    constexpr size_t kMost = 500;
    if (result_.sightings.size() == kMost ||
        !known_.insert({pair, {origin.owner, origin.index}}).second) {
      return;
    }
    Sighting sighting;
    sighting.witness = Describe(machine, first, second);
    sighting.name = name_of_(sighting.witness);
    const Name global = is_global && origin.owner != kNone
                            ? machine.executable().global_name(origin.owner)
                            : kNoName;
    const auto suspected = by_pair_.find(pair);
    if (suspected != by_pair_.end()) {
      // One pair of instructions may be suspected of several variables.
      const bool is_named =
          std::any_of(suspected->second.begin(), suspected->second.end(),
                      [&](uint32_t target) { return targets_[target].name == sighting.name; });
      for (uint32_t target : suspected->second) {
        if (targets_[target].global == global &&
            (!is_named || targets_[target].name == sighting.name)) {
          sighting.targets.push_back(target);
        }
      }
    }
    for (uint32_t target : sighting.targets) is_seen_[target] = true;
    // Of a race that is certain, the pair that its report shows is looked for.
    for (uint32_t target = 0; target < targets_.size(); ++target) {
      if (!targets_[target].is_certain && targets_[target].name == sighting.name) {
        is_seen_[target] = true;
      }
    }
    result_.sightings.push_back(std::move(sighting));
  }

  Executable& executable_;
  const std::vector<Target>& targets_;
  const Options& options_;
  const NamingFunction& name_of_;
  SearchResult result_;
  absl::flat_hash_map<SitePair, std::vector<uint32_t>> by_pair_;
  std::vector<absl::flat_hash_set<Site>> sites_;  // by target
  absl::flat_hash_set<Site> all_sites_;           // of all targets
  std::vector<bool> is_seen_;                     // by target
  std::vector<uint32_t> open_;                    // targets to be looked for
  absl::flat_hash_set<std::pair<SitePair, std::pair<uint32_t, uint32_t>>> known_;
  std::string obstacle_;
  uint32_t in_a_row_ = 0;     // runs that were stuck at the obstacle
  bool has_threads_ = false;  // beside main, in any run
  bool has_inputs_ = false;   // in any run
  bool is_far_cut_ = false;   // each far run, if there were any
  bool notes_reached_ = true;
};

}  // namespace

SearchResult FindWitnesses(Executable& executable, const std::vector<Target>& targets,
                           const Options& options, const NamingFunction& name_of) {
  return Search(executable, targets, options, name_of).Go();
}

}  // namespace plait::witness
