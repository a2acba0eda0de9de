#include "checkers/data_race.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"
#include "absl/strings/str_cat.h"
#include "analyzer/schedule/parallel_for.h"
#include "checkers/access_classes.h"
#include "checkers/built_locks.h"
#include "checkers/common_lock.h"
#include "checkers/confirm.h"
#include "checkers/containers.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/observed_order.h"
#include "checkers/origin_walk.h"
#include "checkers/own_numbers.h"
#include "checkers/pair_judge.h"
#include "checkers/race_candidates.h"
#include "checkers/report_builder.h"
#include "checkers/same_memory.h"
#include "checkers/shared_access.h"
#include "checkers/span.h"
#include "checkers/thread_tree.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxSuspects = 64;  // pairs of one variable that executions are looked for
constexpr size_t kMaxPairsPerObject = 1000000;  // of classes

class Check {
 public:
  Check(const Program& program, const std::vector<std::shared_ptr<const LazySummary>>& summaries,
        const std::vector<uint32_t>& roots, const CheckOptions& options)
      : program_(program),
        options_(options),
        n_roots_(roots.size()),
        tree_(program, summaries, roots),
        waits_(tree_),
        judge_(tree_, waits_, by_object_, options.models),
        containers_(tree_, by_object_),
        classes_(tree_, judge_, containers_, options.compare_all),
        observed_(tree_, by_object_, before_),
        built_locks_(tree_, by_object_, before_, posts_) {}

  // Finds all pairs.
  void Compare() {
    CollectReached();
    CollectAccesses();
    FindRenewed();
    NoteUnresolvedByChange();
    FindCommonSpans(tree_, &by_object_);
    FindOwnNumbers(tree_, &by_object_);
    CheckObjects();
  }

  // After Compare.
  void Report(ReportBuilder* builder) {
    builder->Begin();
    if (SetExcusedApart(*builder)) CheckObjects();
    builder->AddThreads(tree_);
    ReportGaps(builder);
    builder->AddCounts(accesses_, by_object_.size(), pairs_);
    Confirmations seen = Confirm(*builder);
    if (seen.explored_states > 0) return builder->AddExplored(seen.explored_states);
    std::set<std::string> replaced;
    for (const proto::Race& race : seen.unsuspected) {
      builder->AddSeenRace(race);
      replaced.insert(race.variable());
    }
    for (const auto& [key, found] : by_variable_) {
      if (replaced.contains(found.name)) continue;
      proto::Race* race = AddRace(found, builder);
      auto shown = seen.seen.find(found.name);
      if (shown != seen.seen.end() && looked_for_[found.name] == key) {
        ShowAsSeen(shown->second.race, race);
      }
    }
    for (const auto& [key, found] : apart_by_variable_) AddRace(found, builder);
  }

 private:
  proto::Race* AddRace(const Found& found, ReportBuilder* builder) {
    const Candidate& best = found.best;
    std::vector<std::string> reasons(best.judgement.reasons.begin(), best.judgement.reasons.end());
    if (!found.doubt.empty()) reasons.push_back(found.doubt);
    proto::Race* race =
        builder->AddRace(tree_, found.name, best.first, best.second, best.facts.parallelism,
                         best.judgement.confidence, reasons, found.pairs - 1,
                         AccessesOf(found.name, best.first.object));
    for (const auto& [unused, access] : found.apart) {
      builder->AddSetApart(builder->PlaceOfAccess(tree_, access), race);
    }
    return race;
  }

  static bool Better(const Candidate& a, const Candidate& b) {
    auto weight = [](const Candidate& c) {
      const int writes = c.first.is_write() + c.second.is_write();
      const int plain = !c.first.is_atomic + !c.second.is_atomic;
      return std::make_tuple(static_cast<int>(c.judgement.confidence), writes + plain,
                             static_cast<int>(c.first.is_certain) + c.second.is_certain);
    };
    return weight(a) > weight(b);
  }

  // Looks for executions. A pair that is seen in one becomes the certain candidate of its variable.
  Confirmations Confirm(const ReportBuilder& builder) {
    if (n_roots_ != 1 || options_.models == nullptr || !options_.looks_for_executions) return {};
    std::map<std::string, std::vector<Suspect>> suspects;
    for (const auto& [key, found] : by_variable_) {
      // Executions know variables by name: of several, the first is looked for.
      if (!looked_for_.try_emplace(found.name, key).second) continue;
      // Of a certain race, the pair that its report shows.
      if (found.best.judgement.confidence == proto::CONFIDENCE_RACE) {
        suspects[found.name] = {{found.best.first, found.best.second, true}};
        continue;
      }
      for (const Candidate& c : found.candidates) {
        suspects[found.name].push_back({c.first, c.second, false});
      }
    }
    const bool is_open = !by_variable_.empty() || builder.has_reasons();
    const bool may_prove = is_open && builder.AreReasonsExecutable() && apart_by_variable_.empty();
    witness::Options options = options_.witness;
    if (options_.is_excused) {
      options.is_excused =
          [this, known = absl::flat_hash_map<witness::Site, bool>()](witness::Site site) mutable {
            auto [it, inserted] = known.try_emplace(site, false);
            if (inserted && site.definition != witness::kNone) {
              const ir::Procedure& body = program_.definitions()[site.definition].body();
              proto::AccessPlace place;
              place.set_function(body.display_name);
              const ir::Instruction* instruction = InstructionAt(body, site.instruction);
              if (instruction != nullptr) {
                *place.mutable_location() = LocationOf(body, instruction->location);
              }
              it->second = options_.is_excused(place, "");
            }
            return it->second;
          };
    }
    Confirmations result = ConfirmByExecution(tree_, options_.models, suspects, options, may_prove);
    for (const std::string& name : result.refuted) {
      Found& found = by_variable_[looked_for_[name]];
      found.best.judgement.confidence = proto::CONFIDENCE_LIKELY;
      found.doubt = absl::StrCat("not seen in ", result.runs, " executions");
    }
    for (auto& [name, confirmation] : result.seen) {
      if (suspects[name][0].is_certain) continue;
      Found& found = by_variable_[looked_for_[name]];
      found.best = found.candidates[confirmation.suspect];
      found.best.judgement.confidence = proto::CONFIDENCE_RACE;
    }
    return result;
  }

  // All procedures that some thread runs, in order of their definitions.
  void CollectReached() {
    absl::flat_hash_set<uint32_t> seen;
    std::vector<uint32_t> work;
    for (const ThreadNode& node : tree_.nodes()) work.push_back(node.definition);
    while (!work.empty()) {
      const uint32_t d = work.back();
      work.pop_back();
      if (!seen.insert(d).second || tree_.HeadOf(d) == nullptr) continue;
      for (Name callee : tree_.HeadOf(d)->callees) {
        for (uint32_t c : program_.Resolve(program_.definitions()[d].unit, callee)) {
          work.push_back(c);
        }
      }
    }
    reached_.assign(seen.begin(), seen.end());
    std::sort(reached_.begin(), reached_.end());
    for (uint32_t d : reached_) {
      reaches_other_programs_ |= !program_.BelongsTo(d, tree_.nodes()[0].definition);
      reaches_broken_files_ |= IsBroken(d);
      if (tree_.HeadOf(d) == nullptr) continue;
      for (const Gap& gap : tree_.HeadOf(d)->gaps) {
        has_nonlocal_jumps_ |= gap.kind == GapKind::kNonlocalJump;
      }
    }
  }

  // Accesses that another thread can get at, by object.
  void CollectAccesses() {
    for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
      const ThreadNode& node = tree_.nodes()[n];
      for (uint32_t i = 0; i < node.summary->accesses.size(); ++i) {
        const Access& access = node.summary->accesses[i];
        if (!node.points[access.point].reachable || IsOfOtherProgram(node, access)) continue;
        // Nothing runs beside a root that has started nothing.
        const bool alone = node.parent < 0 && n_roots_ == 1 &&
                           node.points[access.point].live.empty() &&
                           node.points[access.point].ended.empty();
        AddAccess(n, i, access, alone);
      }
    }
  }

  // Whether a call through a pointer, resolved by its type, led into another program.
  bool IsOfOtherProgram(const ThreadNode& node, const Access& access) const {
    if (!reaches_other_programs_) return false;
    const uint32_t root = tree_.nodes()[0].definition;
    return AnyOnTheWay(tree_, *node.summary, access,
                       [&](uint32_t d, const Access&) { return !program_.BelongsTo(d, root); });
  }

  bool IsBroken(uint32_t definition) const {
    return program_.units()[program_.definitions()[definition].unit].error_count > 0;
  }

  // Whether a file on the way was not understood in full: calls in it may be missing.
  bool IsInBrokenFile(const SharedAccess& shared) const {
    if (!reaches_broken_files_) return false;
    const ThreadNode& node = tree_.nodes()[shared.node];
    return AnyOnTheWay(tree_, *node.summary, node.summary->accesses[shared.index],
                       [&](uint32_t d, const Access&) { return IsBroken(d); });
  }

  void AddAccess(uint32_t n, uint32_t index, const Access& access, bool alone) {
    const TermId address = tree_.nodes()[n].importer->Map(access.address);
    const std::vector<TermId> targets = tree_.points_to().Resolve(address);
    const AtomId base = tree_.terms().Base(address);
    const bool is_open = tree_.points_to().IsOpen(address);
    if (targets.empty() || is_open) NoteUnresolved(n, base, access);
    const bool direct = base != kNothing && IsObject(tree_.terms().atom(base).kind);
    for (TermId target : targets) {
      SharedAccess shared;
      shared.node = n;
      shared.index = index;
      shared.object = tree_.terms().Base(target);
      if (shared.object == kNothing) continue;
      const Atom& object = tree_.terms().atom(shared.object);
      if (!IsObject(object.kind) || object.kind == AtomKind::kFunction ||
          object.kind == AtomKind::kString || IsUnshared(object)) {
        continue;
      }
      // What was not allocated cannot be freed (C11, 7.22.3.3): the pointer is another one here.
      if (access.kind == AccessKind::kFree && object.kind != AtomKind::kHeap) continue;
      shared.address = address;
      shared.resolved = target;
      shared.width = access.width;
      SetSpan(tree_, access, &shared);
      shared.kind = access.kind;
      BoundByMember(tree_, &shared);
      shared.is_atomic = access.is_atomic;
      shared.is_certain = access.is_certain && targets.size() == 1;
      shared.is_open = is_open;
      shared.is_intended = access.is_intended;
      shared.is_failing = access.is_failing;
      shared.is_guessed = access.is_guessed || tree_.nodes()[n].is_guessed;
      shared.is_chosen = access.is_chosen || tree_.nodes()[n].is_chosen;
      shared.via_memory = !direct && (tree_.terms().MentionsKind(address, AtomKind::kInitial) ||
                                      tree_.terms().MentionsKind(address, AtomKind::kShared));
      shared.point = access.point;
      if (access.kind == AccessKind::kPost) {
        posts_[ObjectKey(shared.object)].push_back(shared);
        continue;
      }
      ++accesses_;
      (alone ? before_[shared.object] : by_object_[ObjectKey(shared.object)]).push_back(shared);
    }
  }

  // Instances of one allocation site are compared with each other.
  AtomId ObjectKey(AtomId object) { return plait::ObjectKey(tree_.terms(), object); }

  bool IsUnshared(const Atom& object) const {
    if (object.kind != AtomKind::kGlobal) return false;
    const ir::Global* global = program_.FindGlobal(object.name);
    return global != nullptr && (global->is_thread_local || global->is_const);
  }

  // An access through a pointer nothing is known of. A pointer that is only ever null is not
  // followed.
  void NoteUnresolved(uint32_t n, AtomId base, const Access& access) {
    if (base == kNothing || tree_.nodes().size() <= 1) return;
    const bool open = tree_.points_to().IsOpen(tree_.terms().Of(base));
    if (!open) return;
    const TermId cell = OpenBy(base);
    if (cell != kNothing) {
      unresolved_by_change_.push_back({n, cell, &access});
      return;
    }
    NoteUnresolved(n, access);
  }

  void NoteUnresolved(uint32_t n, const Access& access) {
    ++unresolved_;
    if (unresolved_ == 1) unresolved_example_ = {n, &access};
  }

  // The cell of which nothing is known, if it is known what the pointer is as long as no other
  // thread has changed the cell; else kNothing.
  TermId OpenBy(AtomId base) {
    const TermTable& terms = tree_.terms();
    if (terms.atom(base).kind != AtomKind::kPhi) return kNothing;
    const Choice choice = terms.ChoiceOf(base);
    TermId cell = kNothing;
    for (TermId option : choice.options) {
      const AtomId of = terms.Base(option);
      if (of == kNothing || !tree_.points_to().IsOpen(option)) continue;
      if (cell != kNothing || terms.atom(of).kind != AtomKind::kShared) return kNothing;
      cell = terms.atom(of).argument;
    }
    return choice.open ? static_cast<TermId>(kNothing) : cell;
  }

  void NoteUnresolvedByChange() {
    for (const auto& [n, cell, access] : unresolved_by_change_) {
      const bool is_known = !tree_.points_to().IsOpen(cell);
      if (!is_known || judge_.IsWrittenByOther(cell, n)) NoteUnresolved(n, *access);
    }
  }

  void FindRenewed() {
    std::vector<std::vector<TermId>> renewed;  // by node: cells that others write
    for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
      const ThreadNode& node = tree_.nodes()[n];
      renewed.emplace_back();
      for (TermId cell : node.summary->renewed) {
        const TermId mapped = node.importer->Map(cell);
        const bool is_known = !tree_.points_to().IsOpen(mapped);
        if (!is_known || judge_.IsWrittenByOther(mapped, n)) InsertSorted(&renewed.back(), mapped);
      }
    }
    for (auto& [object, accesses] : by_object_) {
      for (SharedAccess& access : accesses) {
        const std::vector<TermId>& cells = renewed[access.node];
        absl::flat_hash_set<AtomId> seen;
        access.is_renewed = !cells.empty() && IsLoadedFrom(access.address, cells, &seen);
      }
    }
  }

  // Whether the address is reached by a pointer out of one of the cells, which are sorted.
  bool IsLoadedFrom(TermId address, const std::vector<TermId>& cells,
                    absl::flat_hash_set<AtomId>* seen) {
    const AtomId base = tree_.terms().Base(address);
    if (base == kNothing || !seen->insert(base).second) return false;
    const Atom atom = tree_.terms().atom(base);
    if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
      return ContainsSorted(cells, atom.argument) || IsLoadedFrom(atom.argument, cells, seen);
    }
    if (atom.kind != AtomKind::kPhi) return false;
    const Choice& choice = tree_.terms().ChoiceOf(base);
    return std::any_of(choice.options.begin(), choice.options.end(),
                       [&](TermId option) { return IsLoadedFrom(option, cells, seen); });
  }

  void CheckObjects() {
    by_variable_.clear();
    apart_by_variable_.clear();
    pairs_ = 0;
    for (auto& [object, accesses] : by_object_) CheckObject(accesses);
  }

  // Users excuse lines and functions. Which line an access is on is told by a walk down to it, so
  // that is looked up for variables with a race alone. Returns whether any is set apart.
  bool SetExcusedApart(const ReportBuilder& builder) {
    if (!options_.is_excused) return false;
    std::set<std::string> variables;
    for (const auto& [key, found] : by_variable_) variables.insert(found.name);
    bool is_any = false;
    for (auto& [object, accesses] : by_object_) {
      for (SharedAccess& access : accesses) {
        const std::string& name = VariableOf(access).name;
        access.is_excused = variables.contains(name) &&
                            options_.is_excused(builder.PlaceOfAccess(tree_, access), name);
        is_any |= access.is_excused;
      }
    }
    return is_any;
  }

  void CheckObject(const std::vector<SharedAccess>& accesses) {
    const bool written = std::any_of(accesses.begin(), accesses.end(),
                                     [](const SharedAccess& a) { return a.is_write(); });
    if (!written) return;
    const std::vector<AccessClass> classes = classes_.ClassesOf(
        accesses, [this](const SharedAccess& access) { return IsInBrokenFile(access); });
    groups_.clear();
    size_t budget = kMaxPairsPerObject;
    for (size_t i = 0; i < classes.size(); ++i) {
      for (size_t j = i; j < classes.size(); ++j) {
        if (!classes[i].access().is_write() && !classes[j].access().is_write()) continue;
        if (budget-- == 0) {
          budget_spent_ = true;
          return;
        }
        pairs_ += i == j ? classes[i].members.size() * (classes[i].members.size() + 1) / 2
                         : classes[i].members.size() * classes[j].members.size();
        CheckPair(classes[i], classes[j]);
      }
    }
  }

  void CheckPair(const AccessClass& x, const AccessClass& y) {
    const SharedAccess &a = x.access(), &b = y.access();
    if (a.is_atomic && b.is_atomic) return;
    if (a.node == b.node && !tree_.nodes()[a.node].many) return;
    const PointPair& points = PointsOf(a, b);
    if (points.is_apart) return;
    PairFacts facts;
    facts.parallelism = points.parallelism;
    facts.memory = AccessSameMemory(tree_, a, b, facts.parallelism);
    if (facts.memory == SameMemory::kNo) return;
    facts.lock = points.lock;
    if (x.has_lock_of_element || y.has_lock_of_element) {
      facts.lock = std::max(facts.lock, HoldLockOfElement(tree_, a, b, built_locks_));
    }
    if (facts.lock != CommonLock::kSurely && x.container && y.container) {
      facts.lock = std::max(
          facts.lock, HoldLockOfContainer(tree_, a, *x.container, b, *y.container, built_locks_));
    }
    if (facts.lock == CommonLock::kSurely) return;
    facts.seen = points.seen;
    facts.jumps_not_followed = has_nonlocal_jumps_;
    facts.in_broken_file = x.in_broken_file || y.in_broken_file;
    const bool is_apart = a.is_set_apart() || b.is_set_apart();
    // To free is to touch the whole object: the other access says which part.
    const bool named_by_second = a.kind == AccessKind::kFree;
    for (Group& group : GroupsOf(named_by_second ? y : x)) {
      PairsOfClasses pairs{&x, &y, &group, named_by_second};
      Candidate candidate;
      std::tie(candidate.first, candidate.second) = ShownOf(pairs);
      candidate.facts = facts;
      candidate.judgement = judge_.Judge(candidate.first, candidate.second, facts);
      Found& found = FoundOf(&group, is_apart);
      pairs.ForEach([&](const SharedAccess& first, const SharedAccess& second) {
        if (found.candidates.size() == kMaxSuspects) return false;
        found.candidates.push_back(candidate);
        found.candidates.back().first = first;
        found.candidates.back().second = second;
        return true;
      });
      for (const AccessClass* accesses : {&x, &y}) {
        if (!accesses->access().is_set_apart()) continue;
        for (const SharedAccess& access : accesses->members) {
          found.apart.try_emplace({access.node, access.index}, access);
        }
      }
      if (found.pairs == 0 || Better(candidate, found.best)) found.best = std::move(candidate);
      found.pairs += pairs.count();
    }
  }

  // What holds for all pairs of accesses at the two points.
  const PointPair& PointsOf(const SharedAccess& a, const SharedAccess& b) {
    auto [it, inserted] = point_pairs_.try_emplace({a.node, a.point, b.node, b.point});
    if (!inserted) return it->second;
    PointPair pair;
    if (IsReachable(a) && IsReachable(b)) {
      pair.parallelism = MayHappenInParallel(tree_, a, b);
      const bool in_parallel = pair.parallelism.possible() && !waits_.Orders(a, b);
      if (in_parallel && !observed_.SurelyOrder(a, b)) {
        pair.lock = HoldCommonLock(tree_, a, b, pair.parallelism, built_locks_);
        pair.is_apart = pair.lock == CommonLock::kSurely;
        pair.seen = observed_.DoubtsOf(a, b);
      }
    }
    return it->second = pair;
  }

  // The pair that has the least against it.
  std::pair<SharedAccess, SharedAccess> ShownOf(const PairsOfClasses& pairs) {
    const bool differ = pairs.first->sets_up || pairs.second->sets_up;
    std::optional<std::pair<SharedAccess, SharedAccess>> shown;
    pairs.ForEach([&](const SharedAccess& x, const SharedAccess& y) {
      const bool is_doubtful =
          differ && (judge_.MayHaveSetUpBefore(x, y) || judge_.MayHaveSetUpBefore(y, x));
      if (!shown || !is_doubtful) shown = {x, y};
      return is_doubtful;
    });
    return *shown;
  }

  Found& FoundOf(Group* group, bool is_apart) {
    Found*& found = is_apart ? group->apart_found : group->found;
    if (found == nullptr) {
      found = &(is_apart ? apart_by_variable_ : by_variable_)[group->variable->key];
      found->name = group->variable->name;
    }
    return *found;
  }

  std::vector<Group>& GroupsOf(const AccessClass& accesses) {
    std::vector<Group>& groups = groups_[&accesses];
    if (!groups.empty()) return groups;
    for (uint32_t i = 0; i < accesses.members.size(); ++i) {
      const Variable* variable = &VariableOf(accesses.members[i]);
      auto group = std::find_if(groups.begin(), groups.end(),
                                [&](const Group& g) { return g.variable->key == variable->key; });
      if (group == groups.end()) group = groups.insert(group, Group{variable, {}});
      group->members.push_back(i);
    }
    return groups;
  }

  const Variable& VariableOf(const SharedAccess& access) {
    // Of globals and locals, the bytes alone say which variable it is.
    const bool by_access = tree_.terms().atom(access.object).kind == AtomKind::kHeap;
    auto [it, inserted] = variables_.try_emplace(
        {by_access ? access.node : 0, by_access ? access.index : 0, access.resolved});
    if (inserted) {
      const std::string name = NameOf(tree_, access).name;
      // Static variables of several files may share a name.
      const Atom& object = tree_.terms().atom(access.object);
      it->second = {name, object.kind == AtomKind::kGlobal
                              ? absl::StrCat(name, "\n", NameText(object.name))
                              : name};
    }
    return it->second;
  }

  // Points that are only reached when another thread changed a cell: drop those nobody changes.
  bool IsReachable(const SharedAccess& access) {
    for (TermId cell : tree_.nodes()[access.node].points[access.point].changes) {
      if (!judge_.IsWrittenByOther(cell, access.node)) return false;
    }
    return observed_.IsReachable(access);
  }

  std::vector<SharedAccess> AccessesOf(const std::string& variable, AtomId object) {
    std::vector<SharedAccess> accesses;
    auto found = by_object_.find(ObjectKey(object));
    if (found == by_object_.end()) return accesses;
    for (const SharedAccess& access : found->second) {
      if (VariableOf(access).name == variable) accesses.push_back(access);
    }
    return accesses;
  }

  // Everything on the way that was not exact, of all procedures that threads run.
  void ReportGaps(ReportBuilder* builder) {
    if (tree_.nodes().size() > 1 || tree_.nodes()[0].summary->spawns.size() > 0) {
      builder->AddGaps(reached_, tree_, options_.jobs);
      for (const ThreadNode& node : tree_.nodes()) {
        for (const DeferredCall& call : node.summary->deferred) {
          if (!node.points[call.point].reachable) continue;
          builder->AddReason("unresolved-call",
                             "function passed to a thread's entry and called there", {});
        }
        for (const Spawn& spawn : node.summary->spawns) {
          if (tree_.points_to().Resolve(node.importer->Map(spawn.entry)).empty()) {
            builder->AddReason("unresolved-thread", "thread entry not known", {});
          }
        }
      }
    } else {
      // Without threads nothing can race, whatever else is unknown, unless a thread was missed.
      builder->AddCallGapsOnly(tree_.nodes()[0].definition, tree_, options_.jobs);
    }
    for (const std::string& problem : tree_.problems()) {
      builder->AddReason("threads-not-followed", problem, {});
    }
    for (uint32_t i = 0; i < unresolved_; ++i) {
      builder->AddReason(
          "unknown-address", "access through a pointer nothing is known of",
          builder->LocationOfAccess(tree_, unresolved_example_.first, *unresolved_example_.second));
    }
    if (budget_spent_) builder->AddReason("capped", "too many pairs of accesses to compare", {});
  }

  const Program& program_;
  const CheckOptions& options_;
  const size_t n_roots_;
  ThreadTree tree_;
  WaitOrder waits_;
  AccessesByObject by_object_;
  AccessesByObject before_;  // made while nothing else runs
  AccessesByObject posts_;   // of semaphores
  PairJudge judge_;
  Containers containers_;
  AccessClasses classes_;
  ObservedOrder observed_;
  BuiltLocks built_locks_;
  std::map<std::string, Found> by_variable_;       // by key
  std::map<std::string, std::string> looked_for_;  // keys of those that executions look for
  // Pairs with an access that is set apart: they stand for no others.
  std::map<std::string, Found> apart_by_variable_;
  // What was asked before.
  absl::node_hash_map<std::tuple<uint32_t, uint32_t, TermId>, Variable> variables_;
  absl::flat_hash_map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, PointPair> point_pairs_;
  absl::flat_hash_map<const AccessClass*, std::vector<Group>> groups_;  // of the object at hand
  std::vector<uint32_t> reached_;  // and whether among them are:
  bool reaches_other_programs_ = false;
  bool reaches_broken_files_ = false;
  bool has_nonlocal_jumps_ = false;
  uint64_t accesses_ = 0;
  uint64_t pairs_ = 0;
  struct UnresolvedByChange {
    uint32_t node = 0;
    TermId cell = kNothing;
    const Access* access = nullptr;
  };
  std::vector<UnresolvedByChange> unresolved_by_change_;
  uint32_t unresolved_ = 0;
  std::pair<uint32_t, const Access*> unresolved_example_;
  bool budget_spent_ = false;
};

// The programs are independent of each other; their reports are put together in their order. Only
// so many are held at once as are compared at once.
void CheckPrograms(const Program& program,
                   const std::vector<std::shared_ptr<const LazySummary>>& summaries,
                   const std::vector<uint32_t>& mains, const CheckOptions& options,
                   ReportBuilder* builder) {
  const size_t jobs = ThreadsOf(options.jobs);
  for (size_t first = 0; first < mains.size(); first += jobs) {
    std::vector<std::unique_ptr<Check>> checks(std::min(jobs, mains.size() - first));
    ParallelFor(static_cast<int>(jobs), checks.size(), [&](size_t i) {
      const std::vector<uint32_t> root = {mains[first + i]};
      checks[i] = std::make_unique<Check>(program, summaries, root, options);
      checks[i]->Compare();
    });
    for (std::unique_ptr<Check>& check : checks) {
      check->Report(builder);
      check.reset();
    }
  }
}

}  // namespace

proto::Report CheckDataRaces(const Program& program,
                             const std::vector<std::shared_ptr<const LazySummary>>& summaries,
                             const CheckOptions& options) {
  ReportBuilder builder(program);
  std::vector<uint32_t> mains, entries;
  absl::flat_hash_set<std::string> address_taken;
  for (const ir::Unit& unit : program.units()) {
    for (const ir::FunctionInfo& function : unit.functions) {
      if (function.address_taken) address_taken.insert(function.name);
    }
  }
  std::vector<bool> called(program.definitions().size(), false);
  for (uint32_t d = 0; d < program.definitions().size(); ++d) {
    if (summaries[d] == nullptr) continue;
    for (Name callee : summaries[d]->head().callees) {
      for (uint32_t c : program.Resolve(program.definitions()[d].unit, callee)) {
        if (c != d) called[c] = true;
      }
    }
  }
  for (uint32_t d = 0; d < program.definitions().size(); ++d) {
    if (summaries[d] == nullptr) continue;
    if (program.definitions()[d].IsMain()) mains.push_back(d);
    // What is static, and what initialises static variables, is entered by nobody else.
    const std::string& name = NameText(program.definitions()[d].symbol);
    const bool is_internal =
        name.starts_with("::") || name.starts_with(ir::kStaticInitializationPrefix);
    if (!called[d] && !is_internal && !address_taken.contains(name)) entries.push_back(d);
  }
  if (!mains.empty()) {
    CheckPrograms(program, summaries, mains, options, &builder);
  } else if (!entries.empty()) {
    CheckOptions not_executed = options;
    not_executed.looks_for_executions = false;
    Check check(program, summaries, entries, not_executed);
    check.Compare();
    check.Report(&builder);
    builder.AddReason("no-main", "no main function: the library's entries were checked instead",
                      {});
  }
  return builder.Finish(mains.empty() ? entries.size() : mains.size());
}

}  // namespace plait
