#include "checkers/data_race.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "analyzer/schedule/parallel_for.h"
#include "checkers/collected_accesses.h"
#include "checkers/common_span.h"
#include "checkers/confirm.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/numbered_span.h"
#include "checkers/origin_walk.h"
#include "checkers/own_numbers.h"
#include "checkers/pair_judge.h"
#include "checkers/pair_search.h"
#include "checkers/race_candidates.h"
#include "checkers/reached_code.h"
#include "checkers/report_builder.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {
namespace {

class Check {
 public:
  Check(const Program& program, const std::vector<std::shared_ptr<const LazySummary>>& summaries,
        const std::vector<uint32_t>& roots, const CheckOptions& options)
      : program_(program),
        options_(options),
        n_roots_(roots.size()),
        tree_(program, summaries, roots),
        code_(tree_),
        accesses_(tree_, code_, roots.size()),
        waits_(tree_),
        judge_(tree_, waits_, accesses_.by_object(), options.models),
        search_(tree_, waits_, judge_, accesses_, code_, options.compare_all) {}

  // Finds all pairs.
  void Compare() {
    accesses_.Collect();
    accesses_.FindRenewed(&judge_);
    accesses_.NoteUnresolvedByChange(&judge_);
    accesses_.FindUnsettling(&judge_);
    FindOwnNumbers(tree_, accesses_.before(), &accesses_.by_object());
    FindCommonSpans(tree_, &accesses_.by_object());
    FindNumberedSpans(tree_, &accesses_.by_object());
    search_.CompareAll();
  }

  // After Compare.
  void Report(ReportBuilder* builder) {
    builder->Begin();
    if (SetExcusedApart(*builder)) search_.CompareAll();
    builder->AddThreads(tree_);
    ReportGaps(builder);
    builder->AddCounts(accesses_.count(), accesses_.by_object().size(), search_.pairs());
    Confirmations seen = Confirm(*builder);
    if (seen.explored_states > 0) return builder->AddExplored(seen.explored_states);
    std::set<std::string> replaced;
    for (const proto::Race& race : seen.unsuspected) {
      builder->AddSeenRace(race);
      replaced.insert(race.variable());
    }
    for (const auto& [key, found] : search_.by_variable()) {
      if (replaced.contains(found.name)) continue;
      proto::Race* race = AddRace(found, builder);
      auto shown = seen.seen.find(found.name);
      if (shown != seen.seen.end() && looked_for_[found.name] == key) {
        ShowAsSeen(shown->second.race, race);
      }
    }
    for (const auto& [key, found] : search_.apart_by_variable()) AddRace(found, builder);
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

  // Looks for executions. A pair that is seen in one becomes the certain candidate of its variable.
  Confirmations Confirm(const ReportBuilder& builder) {
    if (n_roots_ != 1 || options_.models == nullptr || !options_.looks_for_executions) return {};
    const std::map<std::string, std::vector<Suspect>> suspects = SuspectsToLookFor();
    const bool is_open = !search_.by_variable().empty() || builder.has_reasons();
    const bool may_prove =
        is_open && builder.AreReasonsExecutable() && search_.apart_by_variable().empty();
    witness::Options options = options_.witness;
    if (options_.is_excused) options.is_excused = ExcusedSites();
    const witness::Suspects suspected = SuspectedVariables();
    Confirmations result = ConfirmByExecution(tree_, options_.models, suspects, options, may_prove,
                                              builder.has_reasons() ? nullptr : &suspected);
    for (const std::string& name : result.refuted) {
      Found& found = search_.by_variable()[looked_for_[name]];
      found.best.judgement.confidence = proto::CONFIDENCE_LIKELY;
      found.doubt = absl::StrCat("not seen in ", result.runs, " executions");
    }
    for (auto& [name, confirmation] : result.seen) {
      if (suspects.at(name)[0].is_certain) continue;
      Found& found = search_.by_variable()[looked_for_[name]];
      found.best = found.candidates[confirmation.suspect];
      found.best.judgement.confidence = proto::CONFIDENCE_RACE;
    }
    return result;
  }

  witness::Suspects SuspectedVariables() {
    witness::Suspects suspects;
    const auto add = [&](const SharedAccess& access) {
      const Atom& object = tree_.terms().atom(access.object);
      if (object.kind == AtomKind::kGlobal) suspects.globals.insert(object.name);
      if (object.kind == AtomKind::kSlot) suspects.slots.insert(object.index);
    };
    for (const auto& [key, found] : search_.by_variable()) {
      add(found.best.first);
      add(found.best.second);
    }
    return suspects;
  }

  // Pairs that executions are looked for, by the name of their variable.
  std::map<std::string, std::vector<Suspect>> SuspectsToLookFor() {
    std::map<std::string, std::vector<Suspect>> suspects;
    for (const auto& [key, found] : search_.by_variable()) {
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
    return suspects;
  }

  // Whether users excuse what is at the place in the code, whatever the variable.
  std::function<bool(witness::Site)> ExcusedSites() const {
    return [this, known = absl::flat_hash_map<witness::Site, bool>()](witness::Site site) mutable {
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

  // Users excuse lines and functions. Which line an access is on is told by a walk down to it, so
  // that is looked up for variables with a race alone. Returns whether any is set apart.
  bool SetExcusedApart(const ReportBuilder& builder) {
    if (!options_.is_excused) return false;
    std::set<std::string> variables;
    for (const auto& [key, found] : search_.by_variable()) variables.insert(found.name);
    bool is_any = false;
    for (auto& [object, accesses] : accesses_.by_object()) {
      for (SharedAccess& access : accesses) {
        const std::string& name = search_.VariableOf(access).name;
        access.is_excused = variables.contains(name) &&
                            options_.is_excused(builder.PlaceOfAccess(tree_, access), name);
        is_any |= access.is_excused;
      }
    }
    return is_any;
  }

  std::vector<SharedAccess> AccessesOf(const std::string& variable, AtomId object) {
    std::vector<SharedAccess> accesses;
    auto found = accesses_.by_object().find(ObjectKey(tree_.terms(), object));
    if (found == accesses_.by_object().end()) return accesses;
    for (const SharedAccess& access : found->second) {
      if (search_.VariableOf(access).name == variable) accesses.push_back(access);
    }
    return accesses;
  }

  // Everything on the way that was not exact, of all procedures that threads run.
  void ReportGaps(ReportBuilder* builder) {
    if (tree_.nodes().size() > 1 || tree_.nodes()[0].summary->spawns.size() > 0) {
      builder->AddGaps(code_.definitions(), tree_, options_.jobs);
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
    for (uint32_t i = 0; i < accesses_.unresolved(); ++i) {
      builder->AddReason("unknown-address", "access through a pointer nothing is known of",
                         builder->LocationOfAccess(tree_, accesses_.unresolved_example().first,
                                                   *accesses_.unresolved_example().second));
    }
    for (const SharedAccess& write : accesses_.unsettling()) {
      builder->AddReason(
          "changed-cell", "written while another thread is taken to find in it what was there",
          builder->LocationOfAccess(tree_, write.node,
                                    tree_.nodes()[write.node].summary->accesses[write.index]));
    }
    for (const auto& [node, access] : search_.unordered()) {
      const Access& made = tree_.nodes()[node].summary->accesses[access];
      const bool is_load = made.kind == AccessKind::kRead;
      builder->AddReason("unknown-address", is_load ? kRelaxedPointer : kRelaxedStore,
                         builder->LocationOfAccess(tree_, node, made));
    }
    if (search_.is_budget_spent())
      builder->AddReason("capped", "too many pairs of accesses to compare", {});
  }

  const Program& program_;
  const CheckOptions& options_;
  const size_t n_roots_;
  ThreadTree tree_;
  const ReachedCode code_;
  CollectedAccesses accesses_;
  WaitOrder waits_;
  PairJudge judge_;
  PairSearch search_;
  std::map<std::string, std::string> looked_for_;  // keys of those that executions look for
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

// Definitions that programs start with.
struct Starts {
  std::vector<uint32_t> mains;
  std::vector<uint32_t> entries;  // of a library: what may be called from outside
};

Starts StartsOf(const Program& program,
                const std::vector<std::shared_ptr<const LazySummary>>& summaries) {
  Starts starts;
  absl::flat_hash_set<std::string> address_taken, hidden;
  for (const ir::Unit& unit : program.units()) {
    for (const ir::FunctionInfo& function : unit.functions) {
      if (function.address_taken) address_taken.insert(function.name);
      if (function.is_hidden) hidden.insert(function.name);
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
    if (program.definitions()[d].IsMain()) starts.mains.push_back(d);
    // What is static, and what initialises static variables, is entered by nobody else.
    const std::string& name = NameText(program.definitions()[d].symbol);
    const bool is_internal = name.starts_with("::") ||
                             name.starts_with(ir::kStaticInitializationPrefix) ||
                             name.starts_with(ir::kStaticDestructionPrefix);
    if (!called[d] && !is_internal && !address_taken.contains(name)) starts.entries.push_back(d);
  }
  // Where all are hidden, it is meant to be linked with others.
  const auto is_hidden = [&](uint32_t d) {
    return hidden.contains(NameText(program.definitions()[d].symbol));
  };
  if (!absl::c_all_of(starts.entries, is_hidden)) std::erase_if(starts.entries, is_hidden);
  return starts;
}

}  // namespace

proto::Report CheckDataRaces(const Program& program,
                             const std::vector<std::shared_ptr<const LazySummary>>& summaries,
                             const CheckOptions& options) {
  ReportBuilder builder(program);
  const auto [mains, entries] = StartsOf(program, summaries);
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
