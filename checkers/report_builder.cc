#include "checkers/report_builder.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "analyzer/schedule/parallel_for.h"
#include "checkers/origin_walk.h"

namespace plait {
namespace {

const char* KindName(GapKind kind) {
  switch (kind) {
    case GapKind::kUnlowered:
      return "unlowered";
    case GapKind::kUnmodelledCall:
      return "unmodelled-call";
    case GapKind::kUnresolvedCall:
      return "unresolved-call";
    case GapKind::kUnknownAddress:
      return "unknown-address";
    case GapKind::kBudget:
      return "capped";
    case GapKind::kFork:
      return "fork";
    case GapKind::kNonlocalJump:
      return "nonlocal-jump";
    case GapKind::kSignalHandler:
      return "signal-handler";
    case GapKind::kLockUnknown:
      return "unknown-lock";
    case GapKind::kJoinUnknown:
      return "unknown-join";
    case GapKind::kEndlessRecursion:
      return "endless-recursion";
    case GapKind::kCallback:
      return "callback";
  }
  return "";
}

std::string GapText(const Gap& gap) {
  switch (gap.kind) {
    case GapKind::kUnlowered:
      return absl::StrCat("not understood: ", gap.detail);
    case GapKind::kUnmodelledCall:
      return absl::StrCat("external function without a model: ", gap.detail);
    case GapKind::kUnresolvedCall:
      return absl::StrCat("call through a pointer nothing is known of: ", gap.detail);
    case GapKind::kUnknownAddress:
      return gap.detail.empty() ? "access through a pointer nothing is known of" : gap.detail;
    case GapKind::kBudget:
      return absl::StrCat("analysis cut short: ", gap.detail);
    case GapKind::kFork:
      return "process created by fork";
    case GapKind::kNonlocalJump:
      return "longjmp is not followed";
    case GapKind::kSignalHandler:
      return "signal handlers are not checked";
    case GapKind::kLockUnknown:
      return gap.detail.empty() ? "lock operation on an unknown lock" : gap.detail;
    case GapKind::kJoinUnknown:
      return "join of an unknown thread";
    case GapKind::kEndlessRecursion:
      return absl::StrCat("recursion that seems never to return: ", gap.detail);
    case GapKind::kCallback:
      return absl::StrCat("what a function that is passed on does to ", gap.detail,
                          " of the function that calls it");
  }
  return "";
}

proto::Access::Kind KindOf(AccessKind kind) {
  switch (kind) {
    case AccessKind::kRead:
      return proto::Access::READ;
    case AccessKind::kWrite:
      return proto::Access::WRITE;
    case AccessKind::kPost:
    case AccessKind::kFree:
      return proto::Access::FREE;
  }
  return proto::Access::READ;
}

auto PlaceKey(const proto::Access& access) {
  return std::make_tuple(access.location().file(), access.location().line(),
                         access.location().column());
}

}  // namespace

void ReportBuilder::AddCall(Name caller, const Origin& origin,
                            google::protobuf::RepeatedPtrField<proto::CallStep>* chain) const {
  const Place place = PlaceOf(caller, origin.instruction);
  const int callee = program_.FindDefinition(origin.callee);
  if (place.procedure == nullptr || callee < 0) return;
  proto::CallStep* call = chain->Add();
  call->set_caller(place.procedure->display_name);
  call->set_callee(program_.definitions()[callee].display_name());
  if (place.instruction != nullptr) {
    *call->mutable_location() = LocationOf(*place.procedure, place.instruction->location);
  }
}

ReportBuilder::Place ReportBuilder::PlaceOf(Name procedure, uint32_t instruction) const {
  const int d = program_.FindDefinition(procedure);
  if (d < 0) return {};
  const ir::Procedure& body = program_.definitions()[d].body();
  return {&body, InstructionAt(body, instruction)};
}

ReportBuilder::Place ReportBuilder::PlaceOfAccess(
    const ThreadTree& tree, const Summary& start, const Access& access,
    google::protobuf::RepeatedPtrField<proto::CallStep>* chain) const {
  OriginWalk walk(tree, start, access);
  for (;;) {
    const Summary& caller = walk.summary();
    const Origin origin = walk.access().origin;
    if (!walk.Next()) return PlaceOf(caller.procedure, origin.instruction);
    if (chain != nullptr) AddCall(caller.procedure, origin, chain);
  }
}

ReportBuilder::Place ReportBuilder::PlaceOfSpawn(
    const ThreadTree& tree, Name start, const Spawn& spawn,
    google::protobuf::RepeatedPtrField<proto::CallStep>* chain) const {
  Name procedure = start;
  Origin origin = spawn.origin;
  constexpr int kMaxSteps = 64;  // in a recursion they may lead around
  for (int step = 0; step < kMaxSteps && origin.callee != kNoName; ++step) {
    const int callee = program_.FindDefinition(origin.callee);
    const SummaryHead* next = callee < 0 ? nullptr : tree.HeadOf(callee);
    if (next == nullptr || origin.index >= next->spawns.size()) break;
    AddCall(procedure, origin, chain);
    origin = next->spawns[origin.index];
    procedure = next->procedure;
  }
  return PlaceOf(procedure, origin.instruction);
}

ReportBuilder::Place ReportBuilder::PlaceOfLock(const ThreadTree& tree, const Summary& start,
                                                const Access& from, size_t index) const {
  OriginWalk walk(tree, start, from);
  for (;;) {
    const Summary& above = walk.summary();
    const HeldLock& lock = above.points[walk.access().point].held[index];
    const Place place = PlaceOf(above.procedure, lock.acquired);
    // Taken by the call that leads to the access: somewhere inside.
    if (lock.acquired != walk.access().origin.instruction || !walk.Next()) return place;
    // The two summaries name a lock behind a pointer differently: then only one that looks alike is
    // taken for it.
    const std::vector<HeldLock>& held = walk.summary().points[walk.access().point].held;
    const auto global = PlaceInGlobal(above.terms, lock.lock);
    size_t alike = 0;
    for (size_t i = 0; i < held.size(); ++i) {
      if (held[i].mode != lock.mode || held[i].kind != lock.kind) continue;
      if (global && PlaceInGlobal(walk.summary().terms, held[i].lock) != global) continue;
      index = i;
      ++alike;
    }
    if (alike != 1) return place;
  }
}

void ReportBuilder::AddThreads(ThreadTree& tree) {
  first_thread_ = report_.threads_size();
  for (const ThreadNode& node : tree.nodes()) {
    proto::Thread* thread = report_.add_threads();
    thread->set_entry(program_.definitions()[node.definition].display_name());
    thread->set_is_main(node.parent < 0);
    thread->set_many(node.many);
    thread->set_parent(node.parent < 0 ? -1 : first_thread_ + node.parent);
    if (node.parent < 0) continue;
    const Summary& parent = *tree.nodes()[node.parent].summary;
    const Place place = PlaceOfSpawn(tree, parent.procedure, parent.spawns[node.spawns[0]],
                                     thread->mutable_creation_chain());
    if (place.instruction == nullptr) continue;
    *thread->mutable_created() = LocationOf(*place.procedure, place.instruction->location);
    thread->set_created_in(place.procedure->display_name);
  }
}

proto::Access ReportBuilder::DescribeAccess(ThreadTree& tree, const SharedAccess& access) {
  proto::Access result;
  const ThreadNode& node = tree.nodes()[access.node];
  const Access& summary_access = node.summary->accesses[access.index];
  result.set_kind(KindOf(access.kind));
  result.set_atomic(access.is_atomic);
  result.set_intended(access.is_intended);
  result.set_thread(first_thread_ + static_cast<int>(access.node));
  const Place place =
      PlaceOfAccess(tree, *node.summary, summary_access, result.mutable_call_chain());
  if (place.procedure != nullptr) result.set_function(place.procedure->display_name);
  if (place.instruction != nullptr) {
    *result.mutable_location() = LocationOf(*place.procedure, place.instruction->location);
    const bool second =
        place.instruction->opcode == ir::Opcode::kCopy && access.kind == AccessKind::kRead;
    result.set_text(place.procedure->strings[second ? place.instruction->source_text
                                                    : place.instruction->text]);
    if (place.instruction->opcode == ir::Opcode::kAtomicUpdate) {
      result.set_kind(proto::Access::READ_WRITE);
    }
  }
  const std::vector<HeldLock>& locks = node.points[access.point].held;
  for (size_t i = 0; i < locks.size(); ++i) {
    const HeldLock& lock = locks[i];
    if (lock.kind == LockKind::kOnce || IsHardlyLock(lock)) continue;
    proto::HeldLock* held = lock.certain ? result.add_locks() : result.add_possible_locks();
    held->set_name(NameOfAddress(tree, lock.lock));
    held->set_mode(lock.mode == LockMode::kShared ? "shared" : "exclusive");
    const Place taken = PlaceOfLock(tree, *node.summary, summary_access, i);
    if (taken.instruction != nullptr) {
      *held->mutable_acquired() = LocationOf(*taken.procedure, taken.instruction->location);
    }
  }
  return result;
}

void ReportBuilder::AddGuards(ThreadTree& tree, const SharedAccess& first,
                              const SharedAccess& second, const std::vector<SharedAccess>& all,
                              proto::Race* race) {
  struct Count {
    uint32_t held = 0;
    const SharedAccess* example = nullptr;
  };
  std::map<std::string, Count> counts;
  std::set<std::pair<uint32_t, uint32_t>> seen;
  uint32_t total = 0;
  for (const SharedAccess& access : all) {
    const bool reported = (access.node == first.node && access.index == first.index) ||
                          (access.node == second.node && access.index == second.index);
    if (reported || !seen.insert({access.node, access.index}).second) continue;
    ++total;
    std::set<std::string> names;
    for (const HeldLock& lock : tree.nodes()[access.node].points[access.point].held) {
      if (lock.certain && lock.kind == LockKind::kLock) {
        names.insert(NameOfAddress(tree, lock.lock));
      }
    }
    for (const std::string& name : names) {
      Count& count = counts[name];
      ++count.held;
      if (count.example == nullptr) count.example = &access;
    }
  }
  for (const auto& [name, count] : counts) {
    proto::GuardEvidence* guard = race->add_guards();
    guard->set_lock(name);
    guard->set_held(count.held);
    guard->set_total(total);
    *guard->mutable_example() = DescribeAccess(tree, *count.example).location();
  }
}

proto::Race* ReportBuilder::AddRace(ThreadTree& tree, const std::string& variable,
                                    const SharedAccess& first, const SharedAccess& second,
                                    const Parallelism& parallelism, proto::Confidence confidence,
                                    const std::vector<std::string>& reasons, uint64_t other_pairs,
                                    const std::vector<SharedAccess>& all) {
  proto::Race* race = report_.add_races();
  const VariableName name = NameOf(tree, first);
  race->set_variable(variable);
  race->set_variable_kind(name.kind);
  race->set_type(name.type);
  *race->mutable_declared() = name.declared;
  race->set_confidence(confidence);
  for (const std::string& reason : reasons) race->add_reasons(reason);
  proto::Access a = DescribeAccess(tree, first), b = DescribeAccess(tree, second);
  const bool swap =
      first.is_write() == second.is_write() ? PlaceKey(b) < PlaceKey(a) : second.is_write();
  if (swap) std::swap(a, b);
  *race->mutable_first() = std::move(a);
  *race->mutable_second() = std::move(b);
  race->set_overlap(ExplainOverlap(tree, first, second, parallelism));
  race->set_other_pairs(std::min<uint64_t>(other_pairs, UINT32_MAX));
  AddGuards(tree, first, second, all, race);
  return race;
}

void ReportBuilder::AddSeenRace(const proto::Race& race) {
  proto::Race* added = report_.add_races();
  *added = race;
  // The thread of the tree that was created at the same place to run the same function.
  for (proto::Access* access : {added->mutable_first(), added->mutable_second()}) {
    const proto::Witness::Thread& seen = race.witness().threads(access->thread());
    const bool is_main = access->thread() == 0;
    access->set_thread(-1);
    for (int t = first_thread_; t < report_.threads_size(); ++t) {
      const proto::Thread& known = report_.threads(t);
      const bool is_same_place = known.created().file() == seen.created().file() &&
                                 known.created().line() == seen.created().line() &&
                                 known.created().column() == seen.created().column();
      if (known.entry() != seen.entry() || known.is_main() != is_main || !is_same_place) continue;
      access->set_thread(t);
      break;
    }
  }
}

proto::SourceLocation ReportBuilder::LocationOfAccess(ThreadTree& tree, uint32_t node,
                                                      const Access& access) {
  const Place place = PlaceOfAccess(tree, *tree.nodes()[node].summary, access, nullptr);
  return place.instruction == nullptr ? proto::SourceLocation()
                                      : LocationOf(*place.procedure, place.instruction->location);
}

proto::AccessPlace ReportBuilder::PlaceOfAccess(const ThreadTree& tree,
                                                const SharedAccess& access) const {
  const Summary& summary = *tree.nodes()[access.node].summary;
  proto::AccessPlace result;
  const Place place = PlaceOfAccess(tree, summary, summary.accesses[access.index], nullptr);
  if (place.procedure != nullptr) result.set_function(place.procedure->display_name);
  if (place.instruction != nullptr) {
    *result.mutable_location() = LocationOf(*place.procedure, place.instruction->location);
  }
  return result;
}

void ReportBuilder::AddSetApart(const proto::AccessPlace& place, proto::Race* race) {
  auto key = [](const proto::AccessPlace& of) {
    return std::make_tuple(of.location().file(), of.location().line(), of.function());
  };
  auto& places = *race->mutable_set_apart();
  auto at = std::find_if(places.begin(), places.end(),
                         [&](const proto::AccessPlace& p) { return key(place) <= key(p); });
  if (at != places.end() && key(*at) == key(place)) return;
  const int index = static_cast<int>(at - places.begin());
  *race->add_set_apart() = place;
  std::rotate(places.begin() + index, places.end() - 1, places.end());
}

void ReportBuilder::AddReason(const std::string& kind, const std::string& text,
                              const proto::SourceLocation& example, uint32_t count) {
  proto::Reason& reason = reasons_[{kind, text}];
  reason.set_kind(kind);
  reason.set_text(text);
  reason.set_count(reason.count() + count);
  if (!reason.has_example() && !example.file().empty()) *reason.mutable_example() = example;
}

// In order of each reason's first gap.
class ReportBuilder::GapsByReason {
 public:
  void Add(uint32_t definition, const Gap& gap) {
    auto [it, inserted] = index_.try_emplace({gap.kind, gap.detail}, all.size());
    if (inserted) all.push_back({&gap, {}, {}});
    all[it->second].places.emplace_back(definition, gap.origin.instruction);
  }

  std::vector<SameGaps> all;

 private:
  absl::flat_hash_map<std::pair<GapKind, std::string_view>, size_t> index_;
};

void ReportBuilder::AddGaps(GapsByReason gaps, int jobs) {
  // To read a body takes longer than all else here.
  ParallelFor(jobs, gaps.all.size(), [&](size_t i) {
    SameGaps& same = gaps.all[i];
    auto known = reasons_.find({KindName(same.gap->kind), GapText(*same.gap)});
    if (known != reasons_.end() && known->second.has_example()) return;
    for (const auto& [definition, instruction] : same.places) {
      const ir::Procedure& body = program_.definitions()[definition].body();
      const ir::Instruction* at = InstructionAt(body, instruction);
      if (at != nullptr) same.example = LocationOf(body, at->location);
      if (!same.example.file().empty()) return;
    }
  });
  for (const SameGaps& same : gaps.all) {
    AddReason(KindName(same.gap->kind), GapText(*same.gap), same.example, same.places.size());
  }
}

void ReportBuilder::AddGaps(const std::vector<uint32_t>& definitions, const ThreadTree& tree,
                            int jobs) {
  GapsByReason gaps;
  for (uint32_t d : definitions) {
    const SummaryHead* summary = tree.HeadOf(d);
    if (summary == nullptr) continue;
    for (const Gap& gap : summary->gaps) gaps.Add(d, gap);
    if (summary->dropped_accesses > 0) {
      AddReason("capped",
                absl::StrCat("too many accesses in ", program_.definitions()[d].display_name()),
                {});
    }
  }
  AddGaps(std::move(gaps), jobs);
}

void ReportBuilder::AddCallGapsOnly(uint32_t definition, const ThreadTree& tree, int jobs) {
  absl::flat_hash_set<uint32_t> seen;
  std::vector<uint32_t> work = {definition};
  GapsByReason gaps;
  while (!work.empty()) {
    const uint32_t d = work.back();
    work.pop_back();
    if (!seen.insert(d).second || tree.HeadOf(d) == nullptr) continue;
    const SummaryHead& summary = *tree.HeadOf(d);
    for (Name callee : summary.callees) {
      // Where nobody was started, nobody is left.
      if (NameText(callee).starts_with(ir::kStaticDestructionPrefix)) continue;
      for (uint32_t c : program_.Resolve(program_.definitions()[d].unit, callee)) work.push_back(c);
    }
    for (const Gap& gap : summary.gaps) {
      if (gap.kind == GapKind::kUnknownAddress || gap.kind == GapKind::kLockUnknown ||
          gap.kind == GapKind::kJoinUnknown) {
        continue;
      }
      gaps.Add(d, gap);
    }
  }
  AddGaps(std::move(gaps), jobs);
}

bool ReportBuilder::AreReasonsExecutable() const {
  constexpr std::string_view kExecutable[] = {
      "unknown-address", "unresolved-call",   "unresolved-thread",    "unknown-lock",
      "unknown-join",    "endless-recursion", "threads-not-followed", "capped",
      "callback",        "changed-cell",      "nonlocal-jump"};
  return std::all_of(reasons_.begin(), reasons_.end(), [&](const auto& reason) {
    return std::find(std::begin(kExecutable), std::end(kExecutable), reason.first.first) !=
           std::end(kExecutable);
  });
}

void ReportBuilder::AddExplored(uint64_t states) {
  reasons_ = earlier_reasons_;
  proto::RunStats* stats = report_.mutable_stats();
  stats->set_explored_states(stats->explored_states() + states);
}

void ReportBuilder::AddCounts(uint64_t accesses, uint64_t locations, uint64_t pairs) {
  proto::RunStats* stats = report_.mutable_stats();
  stats->set_accesses(stats->accesses() + accesses);
  stats->set_shared_locations(stats->shared_locations() + locations);
  stats->set_pairs_checked(std::min<uint64_t>(stats->pairs_checked() + pairs, UINT32_MAX));
}

proto::Report ReportBuilder::Finish(size_t roots) {
  std::vector<proto::Race> races(report_.races().begin(), report_.races().end());
  auto key = [](const proto::Race& race) {
    return std::make_tuple(-static_cast<int>(race.confidence()), PlaceKey(race.first()),
                           race.variable(), PlaceKey(race.second()), race.declared().line());
  };
  std::sort(races.begin(), races.end(),
            [&](const proto::Race& a, const proto::Race& b) { return key(a) < key(b); });
  report_.clear_races();
  std::set<std::tuple<std::string, std::string, uint32_t, bool>> seen;
  bool certain = false;
  for (proto::Race& race : races) {
    // Programs of one build share code: a race in it is one race.
    const bool is_apart = race.set_apart_size() > 0;
    if (!seen.insert({race.variable(), race.declared().file(), race.declared().line(), is_apart})
             .second) {
      continue;
    }
    certain |= race.confidence() == proto::CONFIDENCE_RACE;
    *report_.add_races() = std::move(race);
  }
  for (auto& [unused, reason] : reasons_) *report_.add_reasons() = reason;
  report_.set_verdict(certain ? proto::VERDICT_RACE
                      : report_.races_size() == 0 && report_.reasons_size() == 0
                          ? proto::VERDICT_RACE_FREE
                          : proto::VERDICT_UNKNOWN);
  report_.mutable_stats()->set_roots(roots);
  report_.mutable_stats()->set_threads(report_.threads_size());
  return std::move(report_);
}

void ShowAsSeen(const proto::Race& seen, proto::Race* race) {
  *race->mutable_reasons() = seen.reasons();
  *race->mutable_witness() = seen.witness();
  const bool is_swapped = PlaceKey(race->first()) != PlaceKey(seen.first());
  for (proto::Access* access : {race->mutable_first(), race->mutable_second()}) {
    const bool is_first = (access == race->mutable_first()) != is_swapped;
    *access->mutable_locks() = is_first ? seen.first().locks() : seen.second().locks();
    access->clear_possible_locks();
  }
}

}  // namespace plait
