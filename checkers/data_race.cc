#include "checkers/data_race.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "checkers/built_locks.h"
#include "checkers/confirm.h"
#include "checkers/conflict.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/observed_order.h"
#include "checkers/origin_walk.h"
#include "checkers/report_builder.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxSuspects = 64;  // pairs of one variable that executions are looked for
constexpr size_t kMaxPairsPerObject = 200000;
constexpr uint32_t kNoNode = 0xffffffff;

// A pair nothing separates.
struct Candidate {
  SharedAccess first;
  SharedAccess second;
  Parallelism parallelism;
  proto::Confidence confidence = proto::CONFIDENCE_POSSIBLE;
  std::vector<std::string> reasons;
};

struct Variable {
  std::string name;  // for people
  std::string key;   // its own
};

// The pairs found on one variable.
struct Found {
  std::string name;
  Candidate best;  // the first of the best: pairs are compared in a fixed order
  uint32_t pairs = 0;
  std::vector<Candidate> candidates;  // the first kMaxSuspects
};

class Check {
 public:
  Check(const Program& program, const std::vector<std::shared_ptr<const Summary>>& summaries,
        const std::vector<uint32_t>& roots, const CheckOptions& options)
      : program_(program),
        options_(options),
        n_roots_(roots.size()),
        has_broken_files_(std::any_of(program.units().begin(), program.units().end(),
                                      [](const ir::Unit& unit) { return unit.error_count > 0; })),
        tree_(program, summaries, roots),
        waits_(tree_),
        observed_(tree_, by_object_, before_),
        built_locks_(tree_, by_object_, before_, posts_) {}

  void Run(ReportBuilder* builder) {
    CollectReached();
    CollectAccesses();
    for (auto& [object, accesses] : by_object_) CheckObject(accesses);
    builder->AddThreads(tree_);
    Confirmations seen = Confirm();
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
    for (const auto& [key, found] : intended_by_variable_) AddRace(found, builder);
    ReportGaps(builder);
    builder->AddCounts(accesses_, by_object_.size(), pairs_);
  }

 private:
  proto::Race* AddRace(const Found& found, ReportBuilder* builder) {
    const Candidate& best = found.best;
    return builder->AddRace(tree_, found.name, best.first, best.second, best.parallelism,
                            best.confidence, best.reasons, found.pairs - 1,
                            AccessesOf(best.first.object));
  }

  static bool Better(const Candidate& a, const Candidate& b) {
    auto weight = [](const Candidate& c) {
      const int writes = c.first.is_write() + c.second.is_write();
      const int plain = !c.first.is_atomic + !c.second.is_atomic;
      return std::make_tuple(static_cast<int>(c.confidence), writes + plain,
                             static_cast<int>(c.first.is_certain) + c.second.is_certain);
    };
    return weight(a) > weight(b);
  }

  // Looks for executions. A pair that is seen in one becomes the certain candidate of its variable.
  Confirmations Confirm() {
    if (n_roots_ != 1 || options_.models == nullptr) return {};
    std::map<std::string, std::vector<Suspect>> suspects;
    for (const auto& [key, found] : by_variable_) {
      // Executions know variables by name: of several, the first is looked for.
      if (!looked_for_.try_emplace(found.name, key).second) continue;
      // Of a certain race, the pair that its report shows.
      if (found.best.confidence == proto::CONFIDENCE_RACE) {
        suspects[found.name] = {{found.best.first, found.best.second, true}};
        continue;
      }
      for (const Candidate& c : found.candidates) {
        suspects[found.name].push_back({c.first, c.second, false});
      }
    }
    Confirmations result = ConfirmByExecution(tree_, options_.models, suspects, options_.witness);
    for (const std::string& name : result.refuted) {
      Found& found = by_variable_[looked_for_[name]];
      found.best.confidence = proto::CONFIDENCE_LIKELY;
      found.best.reasons.push_back(absl::StrCat("not seen in ", result.runs, " executions"));
    }
    for (auto& [name, confirmation] : result.seen) {
      if (suspects[name][0].is_certain) continue;
      Found& found = by_variable_[looked_for_[name]];
      found.best = found.candidates[confirmation.suspect];
      found.best.confidence = proto::CONFIDENCE_RACE;
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
      if (!seen.insert(d).second || tree_.SummaryOf(d) == nullptr) continue;
      for (Name callee : tree_.SummaryOf(d)->callees) {
        for (uint32_t c : program_.Resolve(program_.definitions()[d].unit, callee)) {
          work.push_back(c);
        }
      }
    }
    reached_.assign(seen.begin(), seen.end());
    std::sort(reached_.begin(), reached_.end());
    for (uint32_t d : reached_) {
      if (tree_.SummaryOf(d) == nullptr) continue;
      for (const Gap& gap : tree_.SummaryOf(d)->gaps) {
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

  // Calls `visit` with each definition on the way from the thread's entry down to the access, and
  // the access as it is there, until it returns true; returns whether it did.
  template <typename Visit>
  bool AnyOnTheWay(const ThreadNode& node, const Access& access, Visit visit) const {
    OriginWalk walk(tree_, *node.summary, access);
    do {
      const int definition = program_.FindDefinition(walk.summary().procedure);
      if (definition < 0) return false;
      if (visit(static_cast<uint32_t>(definition), walk.access())) return true;
    } while (walk.Next());
    return false;
  }

  // Whether a call through a pointer, resolved by its type, led into another program.
  bool IsOfOtherProgram(const ThreadNode& node, const Access& access) const {
    const uint32_t root = tree_.nodes()[0].definition;
    return AnyOnTheWay(node, access,
                       [&](uint32_t d, const Access&) { return !program_.BelongsTo(d, root); });
  }

  // Whether a file on the way was not understood in full: calls in it may be missing.
  bool IsInBrokenFile(const SharedAccess& shared) const {
    if (!has_broken_files_) return false;
    const ThreadNode& node = tree_.nodes()[shared.node];
    return AnyOnTheWay(node, node.summary->accesses[shared.index], [&](uint32_t d, const Access&) {
      return program_.units()[program_.definitions()[d].unit].error_count > 0;
    });
  }

  void AddAccess(uint32_t n, uint32_t index, const Access& access, bool alone) {
    const TermId address = tree_.nodes()[n].importer->Map(access.address);
    const std::vector<TermId> targets = tree_.points_to().Resolve(address);
    const AtomId base = tree_.terms().Base(address);
    if (targets.empty() || tree_.points_to().IsOpen(address)) NoteUnresolved(n, base, access);
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
      shared.address = address;
      shared.resolved = target;
      shared.width = access.width;
      shared.kind = access.kind;
      shared.is_atomic = access.is_atomic;
      shared.is_certain = access.is_certain && targets.size() == 1;
      shared.is_intended = access.is_intended;
      shared.is_failing = access.is_failing;
      shared.is_guessed = access.is_guessed || tree_.nodes()[n].is_guessed;
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
    ++unresolved_;
    if (unresolved_ == 1) unresolved_example_ = {n, &access};
  }

  void CheckObject(const std::vector<SharedAccess>& accesses) {
    const bool written = std::any_of(accesses.begin(), accesses.end(),
                                     [](const SharedAccess& a) { return a.is_write(); });
    if (!written) return;
    size_t budget = kMaxPairsPerObject;
    for (size_t i = 0; i < accesses.size(); ++i) {
      for (size_t j = i; j < accesses.size(); ++j) {
        if (!accesses[i].is_write() && !accesses[j].is_write()) continue;
        if (budget-- == 0) {
          budget_spent_ = true;
          return;
        }
        ++pairs_;
        CheckPair(accesses[i], accesses[j]);
      }
    }
  }

  void CheckPair(const SharedAccess& a, const SharedAccess& b) {
    if (a.is_atomic && b.is_atomic) return;
    if (a.node == b.node && !tree_.nodes()[a.node].many) return;
    if (!IsReachable(a) || !IsReachable(b)) return;
    Parallelism parallelism = MayHappenInParallel(tree_, a, b);
    if (!parallelism.possible()) return;
    if (waits_.Orders(a, b) || observed_.Orders(a, b)) return;
    const SameMemory memory = AccessSameMemory(tree_, a, b, parallelism);
    if (memory == SameMemory::kNo) return;
    const CommonLock lock = HoldCommonLock(tree_, a, b, parallelism, built_locks_);
    if (lock == CommonLock::kSurely) return;
    Candidate candidate;
    candidate.first = a;
    candidate.second = b;
    candidate.parallelism = parallelism;
    Judge(memory, lock, &candidate);
    // To free is to touch the whole object: the other access says which part.
    auto& by_variable = a.is_intended || b.is_intended ? intended_by_variable_ : by_variable_;
    const Variable& variable = VariableOf(a.kind == AccessKind::kFree ? b : a);
    Found& found = by_variable[variable.key];
    found.name = variable.name;
    if (found.candidates.size() < kMaxSuspects) found.candidates.push_back(candidate);
    if (found.pairs++ == 0 || Better(candidate, found.best)) found.best = std::move(candidate);
  }

  const Variable& VariableOf(const SharedAccess& access) {
    auto [it, inserted] = variables_.try_emplace({access.node, access.index, access.resolved});
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
      if (!IsWrittenByOther(cell, access.node, kNoNode)) return false;
    }
    return observed_.IsReachable(access);
  }

  // Whether the access is reached only if a cell holds different values at two moments of its
  // thread, though the thread itself does not write it.
  bool HasSeenChange(const SharedAccess& access) {
    const ThreadNode& node = tree_.nodes()[access.node];
    const std::vector<Observation>& observed = node.summary->points[access.point].observed;
    for (size_t i = 0; i + 1 < observed.size(); ++i) {
      const Observation &x = observed[i], &y = observed[i + 1];  // sorted by cell
      if (x.cell != y.cell) continue;
      const bool zero_and_not =
          (x.nonzero && y.low == 0 && y.high == 0) || (y.nonzero && x.low == 0 && x.high == 0);
      const bool apart = x.high < y.low || y.high < x.low;
      if ((zero_and_not || apart) && !IsWrittenBy(node.importer->Map(x.cell), access.node)) {
        return true;
      }
    }
    return false;
  }

  bool IsWrittenBy(TermId cell, uint32_t node) {
    const std::vector<TermId> targets = tree_.points_to().Resolve(cell);
    return std::any_of(targets.begin(), targets.end(), [&](TermId target) {
      auto found = by_object_.find(ObjectKey(tree_.terms().Base(target)));
      if (found == by_object_.end()) return false;
      return std::any_of(found->second.begin(), found->second.end(), [&](const SharedAccess& a) {
        if (!a.is_write() || a.node != node) return false;
        const auto distance = tree_.terms().ConstantDifference(tree_.terms().Offset(a.resolved),
                                                               tree_.terms().Offset(target));
        return !distance || (*distance < 8 && *distance > -8);
      });
    });
  }

  // Whether a thread other than `node` writes the cell; with a `partner`, one that the partner's
  // accesses may come before: itself, or one that started it and may have joined it.
  bool IsWrittenByOther(TermId cell, uint32_t node, uint32_t partner) {
    auto [it, inserted] = written_by_other_.try_emplace({cell, node, partner});
    if (inserted) it->second = FindWriteByOther(cell, node, partner);
    return it->second;
  }

  bool FindWriteByOther(TermId cell, uint32_t node, uint32_t partner) {
    for (TermId target : tree_.points_to().Resolve(cell)) {
      auto found = by_object_.find(ObjectKey(tree_.terms().Base(target)));
      if (found == by_object_.end()) continue;
      for (const SharedAccess& a : found->second) {
        if (!a.is_write() || (a.node == node && !tree_.nodes()[node].many)) continue;
        if (partner != kNoNode && !tree_.IsAncestor(a.node, partner)) continue;
        const auto distance = tree_.terms().ConstantDifference(tree_.terms().Offset(a.resolved),
                                                               tree_.terms().Offset(target));
        if (!distance || (*distance < 8 && *distance > -8)) return true;
      }
    }
    return false;
  }

  // Whether the partner's thread, or one that may have seen its end, decides by a value it
  // publishes if this access is reached: then the partner's access may be over.
  bool IsGated(const SharedAccess& access, const SharedAccess& partner) {
    for (TermId cell : tree_.nodes()[access.node].points[access.point].gates) {
      // A test of a variable does not guard that variable; an atomic one may guard plain accesses.
      const bool own = IsCellOf(cell, access) && !(partner.is_atomic && !access.is_atomic);
      if (!own && IsWrittenByOther(cell, access.node, partner.node)) return true;
    }
    return false;
  }

  // Whether the variable is set up by whoever finds it empty, under a lock, and the read comes
  // further on in the same function: its thread may have been through the same test before.
  bool MayHaveSetUpBefore(const SharedAccess& write, const SharedAccess& read) {
    if (!write.is_write() || read.is_write()) return false;
    const ThreadPoint& point = tree_.nodes()[write.node].points[write.point];
    if (std::none_of(point.held.begin(), point.held.end(),
                     [](const HeldLock& lock) { return lock.certain; }) ||
        std::none_of(point.gates.begin(), point.gates.end(),
                     [&](TermId cell) { return IsCellOf(cell, write); })) {
      return false;
    }
    const auto [writer, written_at] = PlaceOf(write);
    const auto [reader, read_at] = PlaceOf(read);
    return writer == reader && written_at < read_at;
  }

  // Whether who writes has seen 0 there: a counter below its end would be something else.
  bool FoundUnset(const SharedAccess& write) {
    const ThreadPoint& point = tree_.nodes()[write.node].points[write.point];
    return std::any_of(point.observed.begin(), point.observed.end(), [&](const Observation& seen) {
      return seen.low == 0 && seen.high == 0 && IsCellOf(seen.cell, write);
    });
  }

  // The procedure that makes the access itself, and the number of the instruction there.
  std::pair<uint32_t, uint32_t> PlaceOf(const SharedAccess& shared) const {
    const ThreadNode& node = tree_.nodes()[shared.node];
    const Access* at = &node.summary->accesses[shared.index];
    std::pair<uint32_t, uint32_t> place = {node.definition, at->origin.instruction};
    AnyOnTheWay(node, *at, [&](uint32_t d, const Access& access) {
      place = {d, access.origin.instruction};
      return false;
    });
    return place;
  }

  // Whether the access is to the cell itself.
  bool IsCellOf(TermId cell, const SharedAccess& access) {
    const std::vector<TermId>& targets = tree_.points_to().Resolve(cell);
    return std::any_of(targets.begin(), targets.end(), [&](TermId target) {
      const auto distance = tree_.terms().ConstantDifference(target, access.resolved);
      return distance && *distance < 8 && *distance > -8;
    });
  }

  // Whether a lock was not to be had at `p`, and it is not the partner who holds it.
  bool IsContendedByOthers(const ThreadPoint& p, const ThreadPoint& q) {
    return std::any_of(p.contended.begin(), p.contended.end(), [&](TermId tried) {
      const std::vector<TermId>& targets = tree_.points_to().Resolve(tried);
      return std::none_of(q.held.begin(), q.held.end(), [&](const HeldLock& held) {
        return held.lock == tried ||
               (targets.size() == 1 && tree_.points_to().Resolve(held.lock) == targets);
      });
    });
  }

  void Judge(SameMemory memory, CommonLock lock, Candidate* candidate) {
    const SharedAccess &a = candidate->first, &b = candidate->second;
    std::vector<std::string>& reasons = candidate->reasons;
    const ThreadPoint& p = tree_.nodes()[a.node].points[a.point];
    const ThreadPoint& q = tree_.nodes()[b.node].points[b.point];
    constexpr int kStrong = 2;  // what in most programs means that there is no race
    bool sure =
        memory == SameMemory::kSurely && (lock == CommonLock::kNo || lock == CommonLock::kShared);
    if (lock == CommonLock::kShared) {
      reasons.push_back("read lock for a write");
    } else if (lock == CommonLock::kMaybe) {
      reasons.push_back("lock on some paths only");
    } else if (lock == CommonLock::kProbably) {
      reasons.push_back("locks that are one as far as can be told");
    } else if (p.held.empty() && q.held.empty()) {
      reasons.push_back("no lock on either side");
    } else if (p.held.empty() || q.held.empty()) {
      reasons.push_back("lock on one side only");
    } else {
      reasons.push_back("different locks");
    }
    if (a.is_atomic != b.is_atomic) reasons.push_back("atomic on one side only");
    int doubts = lock == CommonLock::kMaybe ? 1 : lock == CommonLock::kProbably ? kStrong : 0;
    auto doubt = [&](const char* why, int weight = 1) {
      reasons.push_back(why);
      doubts += weight;
    };
    if (memory != SameMemory::kSurely) doubt("may be different memory");
    if (a.is_guessed || b.is_guessed || p.depends_on_class || q.depends_on_class)
      doubt("a call on the way may go to other functions");
    if (a.is_failing || b.is_failing) doubt("only as the program aborts", kStrong);
    if (has_nonlocal_jumps_) doubt("jumps between procedures are not followed");
    if (IsInBrokenFile(a) || IsInBrokenFile(b)) doubt("a file on the way has errors");
    if (waits_.Relates(a, b)) doubt("one thread may wait for the other");
    if (p.joined_unknown || q.joined_unknown) {
      doubt("other threads may have been waited for where it could not be told");
    }
    if (IsContendedByOthers(p, q) || IsContendedByOthers(q, p)) {
      doubt("reached when a lock was not free");
    }
    if (IsGated(a, b) || IsGated(b, a)) doubt("reached depending on what another thread published");
    for (const auto& [write, read] : {std::pair(a, b), std::pair(b, a)}) {
      if (!MayHaveSetUpBefore(write, read)) continue;
      doubt("the reader may have set it up itself before", FoundUnset(write) ? kStrong : 1);
    }
    if (!candidate->parallelism.together && !candidate->parallelism.across_certain) {
      doubt("may be only one such thread");
    }
    // No doubt of its own: in large procedures most of what is known of threads is merged.
    if (candidate->parallelism.is_merged && candidate->parallelism.across == kNothing) {
      if (candidate->parallelism.is_ended_somewhere) {
        doubt("started on some paths and joined on some, perhaps on the same ones", kStrong);
      } else {
        reasons.push_back("may not both have been started, on any path");
      }
      sure = false;
    }
    if (!p.changes.empty() || !q.changes.empty() || HasSeenChange(a) || HasSeenChange(b)) {
      doubt("only after another thread's change");
    }
    sure = sure && doubts == 0;
    candidate->confidence = sure          ? proto::CONFIDENCE_RACE
                            : doubts <= 1 ? proto::CONFIDENCE_LIKELY
                                          : proto::CONFIDENCE_POSSIBLE;
  }

  std::vector<SharedAccess> AccessesOf(AtomId object) {
    auto found = by_object_.find(ObjectKey(object));
    return found == by_object_.end() ? std::vector<SharedAccess>() : found->second;
  }

  // Everything on the way that was not exact, of all procedures that threads run.
  void ReportGaps(ReportBuilder* builder) {
    if (tree_.nodes().size() > 1 || tree_.nodes()[0].summary->spawns.size() > 0) {
      for (uint32_t d : reached_) {
        if (tree_.SummaryOf(d) != nullptr) builder->AddGaps(d, *tree_.SummaryOf(d));
      }
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
      builder->AddCallGapsOnly(tree_.nodes()[0].definition, tree_);
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
  const bool has_broken_files_;
  ThreadTree tree_;
  WaitOrder waits_;
  AccessesByObject by_object_;
  AccessesByObject before_;  // made while nothing else runs
  AccessesByObject posts_;   // of semaphores
  ObservedOrder observed_;
  BuiltLocks built_locks_;
  std::map<std::string, Found> by_variable_;       // by key
  std::map<std::string, std::string> looked_for_;  // keys of those that executions look for
  // Pairs with an access that the program says may race: apart, so that they stand for no others.
  std::map<std::string, Found> intended_by_variable_;
  // What was asked before: names of accessed variables, writes by other threads.
  absl::flat_hash_map<std::tuple<uint32_t, uint32_t, TermId>, Variable> variables_;
  absl::flat_hash_map<std::tuple<TermId, uint32_t, uint32_t>, bool> written_by_other_;
  std::vector<uint32_t> reached_;
  bool has_nonlocal_jumps_ = false;
  uint64_t accesses_ = 0;
  uint64_t pairs_ = 0;
  uint32_t unresolved_ = 0;
  std::pair<uint32_t, const Access*> unresolved_example_;
  bool budget_spent_ = false;
};

}  // namespace

proto::Report CheckDataRaces(const Program& program,
                             const std::vector<std::shared_ptr<const Summary>>& summaries,
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
    for (Name callee : summaries[d]->callees) {
      for (uint32_t c : program.Resolve(program.definitions()[d].unit, callee)) {
        if (c != d) called[c] = true;
      }
    }
  }
  for (uint32_t d = 0; d < program.definitions().size(); ++d) {
    if (summaries[d] == nullptr) continue;
    if (program.definitions()[d].body->name == "main") mains.push_back(d);
    if (!called[d] && !address_taken.contains(program.definitions()[d].body->name)) {
      entries.push_back(d);
    }
  }
  if (!mains.empty()) {
    for (uint32_t root : mains) Check(program, summaries, {root}, options).Run(&builder);
  } else if (!entries.empty()) {
    Check(program, summaries, entries, {}).Run(&builder);
    builder.AddReason("no-main", "no main function: the library's entries were checked instead",
                      {});
  }
  return builder.Finish(mains.empty() ? entries.size() : mains.size());
}

}  // namespace plait
