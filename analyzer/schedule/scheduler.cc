#include "analyzer/schedule/scheduler.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "analyzer/ir/analysed_form.h"
#include "analyzer/ir/digest.h"
#include "analyzer/procedure_analysis.h"
#include "analyzer/schedule/call_graph.h"
#include "analyzer/schedule/main_thread.h"
#include "analyzer/schedule/parallel_for.h"
#include "analyzer/schedule/settled.h"
#include "analyzer/transfer/lost_writes.h"
#include "summaries/sorted_sets.h"
#include "summaries/summary_codec.h"

namespace plait {
namespace {

constexpr int kMaxRecursionRounds = 8;
constexpr int kRoundsBeforeWidening = 2;
// Where accesses were dropped or something was too large, no round makes the summary exact.
constexpr int kMaxLossyRounds = 3;

// The program around one procedure.
class ProgramEnvironment final : public Environment {
 public:
  ProgramEnvironment(const Program& program, const ModelLookup& models, uint32_t unit,
                     const std::vector<std::shared_ptr<const LazySummary>>& summaries,
                     const CallComponent& component, const std::vector<uint32_t>& visible,
                     const absl::flat_hash_set<Name>& settled, const MainThread& main_thread)
      : program_(program),
        models_(models),
        settled_(settled),
        main_thread_(main_thread),
        unit_(unit),
        summaries_(summaries),
        component_(component),
        visible_(visible) {}

  const proto::Function* FindModel(std::string_view name) const override {
    return models_(name, program_.IsDefined(InternName(name)));
  }

  std::vector<const Summary*> FindSummaries(Name name) const override {
    std::vector<const Summary*> found;
    for (uint32_t d : program_.Resolve(unit_, name)) {
      if (!IsVisible(d)) continue;
      if (summaries_[d] != nullptr) found.push_back(&summaries_[d]->get());
    }
    return found;
  }

  bool IsDefined(Name name) const override { return program_.IsDefined(name); }

  bool IsRecursive(Name name) const override {
    if (!component_.recursive) return false;
    const std::vector<uint32_t> definitions = program_.Resolve(unit_, name);
    return std::any_of(definitions.begin(), definitions.end(),
                       [&](uint32_t d) { return ContainsSorted(component_.members, d); });
  }

  std::vector<Name> IndirectTargets(const std::string& field, Name variable,
                                    const std::string& signature, bool* by_type) const override {
    return program_.function_pointers().IndirectTargets(field, variable, signature, by_type);
  }

  bool IsInTable(const std::string& field) const override {
    return program_.function_pointers().IsInTable(field);
  }

  bool IsThreadLocal(Name variable) const override {
    const ir::Global* global = program_.FindGlobal(variable);
    return global != nullptr && global->is_thread_local;
  }

  bool IsStable(Name variable, Name procedure) const override {
    return IsSettled(variable) || program_.IsWrittenOnlyBy(variable, procedure) ||
           IsOfMainThread(variable, procedure);
  }

  bool IsOfMainThread(Name variable, Name procedure) const override {
    return main_thread_.Owns(variable, procedure);
  }

  std::optional<int64_t> NumberAtStart(Name variable, int64_t offset,
                                       uint32_t width) const override {
    const Name main = InternName("main");
    const ir::Global* global = program_.FindGlobal(variable);
    // What nobody writes is a switch, which someone outside may set.
    const bool is_of_main =
        program_.IsWrittenOnlyBy(variable, main) || main_thread_.variables.contains(variable);
    if (global == nullptr || global->is_volatile || IsRecursive(main) || !is_of_main ||
        program_.IsWrittenOnlyBy(variable, kNoName)) {
      return std::nullopt;
    }
    return program_.InitialNumber(variable, offset, width);
  }

  bool IsSettled(Name variable) const override { return settled_.contains(variable); }

  std::vector<VirtualFunction> VirtualFunctions(const std::string& slot) const override {
    std::vector<VirtualFunction> functions;
    for (const TableEntry& entry : program_.function_pointers().TableEntries(slot)) {
      functions.push_back({entry.table, entry.offset, entry.function});
    }
    return functions;
  }
  Name FunctionIn(Name variable, int64_t offset) const override {
    const ir::Global* global = program_.FindGlobal(variable);
    if (global == nullptr) return kNoName;
    if (global->is_const) return program_.InitialFunction(variable, offset);
    if (!global->name.starts_with(ir::kVtablePrefix)) return kNoName;
    for (const ir::InitialValue& value : global->values) {
      if (static_cast<int64_t>(value.offset) != offset) continue;
      if (value.value.kind != ir::Operand::Kind::kFunction) return kNoName;
      return InternName(program_.SymbolsOf(*global)[value.value.value]);
    }
    return kNoName;
  }
  bool IsConstant(Name variable) const override {
    const ir::Global* global = program_.FindGlobal(variable);
    return global != nullptr && global->is_const;
  }
  std::optional<int64_t> ConstantNumber(Name variable, uint32_t width) const override {
    const ir::Global* global = program_.FindGlobal(variable);
    // Nor can anybody outside set what is internal to a file.
    const bool is_constant =
        global != nullptr && (global->is_const || absl::StartsWith(NameText(variable), "::"));
    if (!is_constant || global->is_volatile || global->size != width ||
        absl::StrContains(global->type, "float") || absl::StrContains(global->type, "double") ||
        !program_.IsWrittenOnlyBy(variable, kNoName)) {
      return std::nullopt;
    }
    return program_.InitialNumber(variable, 0, width);
  }

 private:
  // Definitions that this component waited for; others may be under analysis right now.
  bool IsVisible(uint32_t d) const {
    return ContainsSorted(visible_, d) || ContainsSorted(component_.members, d);
  }

  const Program& program_;
  const ModelLookup& models_;
  const absl::flat_hash_set<Name>& settled_;
  const MainThread& main_thread_;
  const uint32_t unit_;
  const std::vector<std::shared_ptr<const LazySummary>>& summaries_;
  const CallComponent& component_;
  const std::vector<uint32_t>& visible_;
};

// Whether a function without a body does nothing with functions it is handed but start threads.
bool OnlyStartsThreads(const Program& program, const ModelLookup& models, Name name) {
  if (program.IsDefined(name)) return false;
  const proto::Function* model = models(NameText(name), false);
  if (model == nullptr) return false;
  const auto& effects = model->effect();
  return std::any_of(effects.begin(), effects.end(),
                     [](const proto::Effect& e) { return e.has_spawn(); }) &&
         std::none_of(effects.begin(), effects.end(), [](const proto::Effect& e) {
           return e.has_call() || e.has_once() || e.has_at_exit() || e.has_cleanup_push() ||
                  e.has_handler();
         });
}

bool StartsThreads(const Program& program, const ModelLookup& models, Name name) {
  const proto::Function* model = models(NameText(name), program.IsDefined(name));
  return model != nullptr &&
         std::any_of(model->effect().begin(), model->effect().end(),
                     [](const proto::Effect& effect) { return effect.has_spawn(); });
}

class Scheduler {
 public:
  Scheduler(const Program& program, const ModelLookup& models, SummaryCache* cache,
            const ScheduleOptions& options)
      : program_(program),
        models_(models),
        cache_(cache),
        options_(options),
        graph_(BuildCallGraph(program, options.workers,
                              [&](Name name) { return OnlyStartsThreads(program, models, name); })),
        components_(ComponentsInOrder(graph_)),
        settled_(FindSettledVariables(
            program, graph_, [&](Name name) { return StartsThreads(program, models, name); })),
        main_thread_(FindMainThread(program, graph_)) {
    result_.summaries.resize(program.definitions().size());
    if (cache != nullptr) {
      result_.inputs.resize(program.definitions().size());
      keys_ = std::make_unique<KeyMaker>(program, settled_, main_thread_, options.workers);
    }
    rounds_.resize(program.definitions().size());
    analysed_at_.resize(program.definitions().size());
    changed_.resize(program.definitions().size());
  }

  ScheduleResult Run() {
    BuildDependencies();
    const int workers = std::max(1, options_.workers);
    ParallelFor(workers, workers, [this](size_t) { Work(); });
    return std::move(result_);
  }

 private:
  // A component waits for those before it in the order that its members call or refer to. What
  // comes later in the order is not waited for, so that the same summaries are visible in every
  // run.
  void BuildDependencies() {
    absl::MutexLock lock(&mutex_);
    std::vector<uint32_t> component_of(program_.definitions().size());
    for (uint32_t c = 0; c < components_.size(); ++c) {
      for (uint32_t d : components_[c].members) component_of[d] = c;
    }
    waiting_.assign(components_.size(), 0);
    dependents_.resize(components_.size());
    visible_.resize(components_.size());
    for (uint32_t c = 0; c < components_.size(); ++c) {
      std::vector<uint32_t> needed;
      for (uint32_t d : components_[c].members) {
        for (const auto* edges : {&graph_.calls[d], &graph_.references[d]}) {
          for (uint32_t to : *edges) {
            if (component_of[to] >= c) continue;
            needed.push_back(component_of[to]);
            visible_[c].push_back(to);
          }
        }
      }
      SortUnique(&needed);
      SortUnique(&visible_[c]);
      waiting_[c] = needed.size();
      for (uint32_t n : needed) dependents_[n].push_back(c);
      if (waiting_[c] == 0) ready_.push_back(c);
    }
    std::reverse(ready_.begin(), ready_.end());
    left_ = components_.size();
  }

  void Work() {
    auto can_go = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return !ready_.empty() || left_ == 0;
    };
    mutex_.Lock();
    while (true) {
      mutex_.Await(absl::Condition(&can_go));
      if (ready_.empty()) break;
      const uint32_t c = ready_.back();
      ready_.pop_back();
      mutex_.Unlock();
      AnalyseComponent(c);
      mutex_.Lock();
      --left_;
      done_ += components_[c].members.size();
      if (options_.progress) options_.progress(done_, program_.definitions().size());
      for (uint32_t dependent : dependents_[c]) {
        if (--waiting_[dependent] == 0) ready_.push_back(dependent);
      }
    }
    mutex_.Unlock();
  }

  // Everything a component's summaries depend on, and what of it is whose.
  std::string GatherInputs(uint32_t c) {
    const CallComponent& component = components_[c];
    const std::vector<uint32_t>& visible = visible_[c];
    std::string key = absl::StrCat(options_.environment_digest, "\n");
    for (uint32_t d : component.members) {
      SummaryInputs& inputs = result_.inputs[d];
      inputs.own = keys_->OwnInputsOf(d);
      inputs.callees = visible;
      std::remove_copy(component.members.begin(), component.members.end(),
                       std::back_inserter(inputs.partners), d);
      absl::StrAppend(&key, inputs.own.code, inputs.own.names, inputs.own.globals,
                      inputs.own.targets, "\n");
    }
    for (uint32_t d : visible) {
      absl::StrAppend(&key, NameText(program_.definitions()[d].name), " ",
                      result_.inputs[d].summary, result_.inputs[d].globals, "\n");
    }
    return key;
  }

  std::string KeyOf(const std::string& inputs, uint32_t definition) const {
    return ir::Digest128(absl::StrCat(inputs, NameText(program_.definitions()[definition].name)));
  }

  void AnalyseComponent(uint32_t c) {
    const CallComponent& component = components_[c];
    const std::string inputs = cache_ == nullptr ? "" : GatherInputs(c);
    if (cache_ != nullptr && FindInCache(c, inputs)) return;
    int rounds = component.recursive ? kMaxRecursionRounds : 1;
    uint32_t step = 0;
    for (int round = 0; round < rounds; ++round) {
      bool changed = false;
      for (uint32_t d : component.members) {
        if (!IsOutOfDate(c, d)) continue;
        changed |= Analyse(c, d, ++step,
                           {.widens = round >= kRoundsBeforeWidening,
                            .is_last = component.recursive && round + 1 == rounds});
      }
      if (!changed) break;
      const bool lossy =
          std::any_of(component.members.begin(), component.members.end(),
                      [&](uint32_t d) { return IsLossy(result_.summaries[d]->get()); });
      if (lossy) rounds = std::min(rounds, std::max(kMaxLossyRounds, round + 2));
    }
    for (uint32_t d : component.members) {
      if (cache_ == nullptr) continue;
      NoteSummary(d, cache_->Put(KeyOf(inputs, d), result_.summaries[d]->get()));
      result_.inputs[d].analysed = true;
    }
    for (uint32_t d : component.members) std::string().swap(rounds_[d]);
    analysed_ += component.members.size();
    absl::MutexLock lock(&mutex_);
    result_.analysed = analysed_;
  }

  // Whether anything the member's summary was made from has another one by now. The result depends
  // on nothing else.
  bool IsOutOfDate(uint32_t c, uint32_t d) const {
    if (result_.summaries[d] == nullptr) return true;
    const uint32_t unit = program_.definitions()[d].unit;
    for (Name callee : result_.summaries[d]->head().callees) {
      for (uint32_t to : program_.Resolve(unit, callee)) {
        if (ContainsSorted(components_[c].members, to) && changed_[to] >= analysed_at_[d]) {
          return true;
        }
      }
    }
    return false;
  }

  static bool IsLossy(const Summary& summary) {
    return summary.dropped_accesses > 0 ||
           std::any_of(summary.gaps.begin(), summary.gaps.end(),
                       [](const Gap& gap) { return gap.kind == GapKind::kBudget; });
  }

  void NoteSummary(uint32_t definition, std::string digest) {
    SummaryInputs& inputs = result_.inputs[definition];
    inputs.summary = std::move(digest);
    inputs.globals = keys_->GlobalsOf(result_.summaries[definition]->head());
  }

  bool FindInCache(uint32_t c, const std::string& inputs) {
    const CallComponent& component = components_[c];
    std::vector<std::shared_ptr<const LazySummary>> found;
    std::vector<std::string> digests;
    for (uint32_t d : component.members) {
      std::string digest;
      auto summary = cache_->Find(KeyOf(inputs, d), &digest);
      if (summary == nullptr) return false;
      found.push_back(std::move(summary));
      digests.push_back(std::move(digest));
    }
    for (size_t i = 0; i < found.size(); ++i) {
      result_.summaries[component.members[i]] = std::move(found[i]);
      NoteSummary(component.members[i], std::move(digests[i]));
    }
    absl::MutexLock lock(&mutex_);
    result_.reused += component.members.size();
    return true;
  }

  // Pointers that are one of so many that they may be anything.
  static size_t OpenPointers(const TermTable& terms) {
    size_t open = 0;
    for (AtomId id = 0; id < terms.atom_count(); ++id) {
      const Atom& atom = terms.atom(id);
      open += atom.kind == AtomKind::kPhi && atom.is_pointer && terms.ChoiceOf(id).open ? 1 : 0;
    }
    return open;
  }

  // What bounds kept out of the summary, and pointers of which nothing is known.
  static size_t LossesOf(const Summary& summary) {
    constexpr size_t kOfBound = 100;  // many accesses may be gone
    size_t losses = summary.dropped_accesses + OpenPointers(summary.terms);
    for (const Gap& gap : summary.gaps) {
      if (gap.kind == GapKind::kBudget) losses += kOfBound;
      if (gap.kind == GapKind::kUnknownAddress) ++losses;
    }
    for (const Access& access : summary.accesses) {
      losses += summary.terms.IsUnfollowed(access.address) ? 1 : 0;
    }
    return losses;
  }

  // Places where it is not told which threads are there.
  static size_t UntoldThreadsOf(const Summary& summary) {
    return absl::c_count_if(summary.points, [](const Point& point) {
      return point.joined_unknown || point.joined_on_some ||
             absl::c_any_of(point.live, [](const ThreadRange& live) { return !live.certain; });
    });
  }

  // Turns that are looked at one by one leave as many names for what they do to lists and tables.
  // Where these were too many, the loops are looked at as loops, but for those that start threads:
  // there the turns matter more, unless so many ways lead out of them that they are not told apart.
  static std::unique_ptr<Summary> AnalyseWithin(const Definition& definition,
                                                const Environment& environment) {
    const LinkedProcedure& procedure = *definition.procedure;
    std::unique_ptr<Summary> summary =
        AnalyseProcedure(ir::AnalysedForm(procedure.body()), environment, definition.IsMain());
    if (!procedure.is_peeled()) return summary;
    const size_t losses = LossesOf(*summary), untold = UntoldThreadsOf(*summary);
    const bool starts_threads = !summary->spawns.empty();
    if (starts_threads ? untold == 0 : losses == 0) return summary;
    std::unique_ptr<Summary> unpeeled = AnalyseProcedure(ir::AnalysedForm(procedure.UnpeeledBody()),
                                                         environment, definition.IsMain());
    const bool is_better = starts_threads
                               ? UntoldThreadsOf(*unpeeled) == 0 && LossesOf(*unpeeled) <= losses
                               : LossesOf(*unpeeled) < losses;
    return is_better ? std::move(unpeeled) : std::move(summary);
  }

  struct Round {
    bool widens;  // what has changed since the last round is taken to have no end
    bool is_last;
  };

  // A result that depends on that of a deeper call may grow with each round.
  static void WidenResults(const Summary& last, Summary* summary) {
    if (last.exits.size() != summary->exits.size()) return;
    for (size_t i = 0; i < summary->exits.size(); ++i) {
      const Exit& old = last.exits[i];
      Exit& exit = summary->exits[i];
      exit.low = exit.low < old.low ? INT64_MIN : old.low;
      exit.high = exit.high > old.high ? INT64_MAX : old.high;
      exit.nonzero &= old.nonzero;
    }
  }

  // Returns whether the summary differs from that of the last round.
  bool Analyse(uint32_t c, uint32_t d, uint32_t step, Round round) {
    const CallComponent& component = components_[c];
    const Definition& definition = program_.definitions()[d];
    const ProgramEnvironment environment(program_, models_, definition.unit, result_.summaries,
                                         components_[c], visible_[c], settled_, main_thread_);
    std::unique_ptr<Summary> summary = AnalyseWithin(definition, environment);
    summary->procedure = definition.name;
    bool changed = false;
    analysed_at_[d] = step;
    if (component.recursive) {
      if (round.widens && result_.summaries[d] != nullptr) {
        WidenResults(result_.summaries[d]->get(), summary.get());
      }
      std::string bytes = EncodeSummary(*summary);
      changed = bytes != rounds_[d];
      if (changed) changed_[d] = step;
      rounds_[d] = std::move(bytes);
      if (changed && round.is_last) {
        summary->gaps.push_back({GapKind::kBudget, kUnstableRecursion, {}});
      }
    }
    result_.summaries[d] = std::make_shared<LazySummary>(std::move(summary));
    return changed;
  }

  const Program& program_;
  const ModelLookup& models_;
  SummaryCache* const cache_;
  const ScheduleOptions& options_;
  const CallGraph graph_;
  const std::vector<CallComponent> components_;
  const absl::flat_hash_set<Name> settled_;
  const MainThread main_thread_;
  std::unique_ptr<const KeyMaker> keys_;  // if there is a cache
  std::vector<std::string> rounds_;  // by definition: the summary of the last round of a recursion
  // By definition: when it was analysed last, and when that changed its summary, in steps of its
  // component.
  std::vector<uint32_t> analysed_at_, changed_;
  std::vector<std::vector<uint32_t>> dependents_;
  std::vector<std::vector<uint32_t>> visible_;  // by component: definitions it waits for
  std::atomic<uint32_t> analysed_{0};

  absl::Mutex mutex_;
  std::vector<uint32_t> waiting_ ABSL_GUARDED_BY(mutex_);
  std::vector<uint32_t> ready_ ABSL_GUARDED_BY(mutex_);
  size_t left_ ABSL_GUARDED_BY(mutex_) = 0;
  size_t done_ ABSL_GUARDED_BY(mutex_) = 0;
  // Entries of a component are written before those that wait for it start.
  ScheduleResult result_;
};

}  // namespace

ScheduleResult AnalyseProgram(const Program& program, const ModelLookup& models,
                              SummaryCache* cache, const ScheduleOptions& options) {
  return Scheduler(program, models, cache, options).Run();
}

}  // namespace plait
