#include "checkers/pair_search.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "checkers/common_lock.h"
#include "checkers/naming.h"
#include "checkers/same_memory.h"

namespace plait {
namespace {

constexpr size_t kMaxSuspects = 64;  // pairs of one variable that executions are looked for
constexpr size_t kMaxPairsPerObject = 100000;  // of classes; more if there are few objects
constexpr size_t kMaxPairs = 500000;

// Bytes that it touches, as far as they tell which part of the object that is.
uint64_t BytesOf(const SharedAccess& access) {
  if (access.kind == AccessKind::kFree) return UINT64_MAX;
  return access.width == 0 ? UINT32_MAX : access.width;
}

// Which of two pairs of one judgement is better, by what is accessed how.
std::pair<int, int> WeightOf(const Candidate& c) {
  const int writes = c.first.is_write() + c.second.is_write();
  const int plain = !c.first.is_atomic + !c.second.is_atomic;
  return {writes + plain, static_cast<int>(c.first.is_certain) + c.second.is_certain};
}

bool Better(const Candidate& a, const Candidate& b) {
  auto weight = [](const Candidate& c) {
    return std::make_tuple(static_cast<int>(c.judgement.confidence), -c.judgement.doubts,
                           WeightOf(c));
  };
  return weight(a) > weight(b);
}

// What the candidate has to be judged for, to be better.
JudgementBar BarOf(const Candidate& candidate, const Candidate& best) {
  const bool is_heavier = WeightOf(candidate) > WeightOf(best);
  const bool is_race = best.judgement.confidence == proto::CONFIDENCE_RACE;
  if (is_heavier) return {best.judgement.doubts, is_race};
  if (best.judgement.doubts > 0 || is_race) return {best.judgement.doubts - 1, is_race};
  return {0, true};
}

}  // namespace

void PairSearch::CompareAll() {
  by_variable_.clear();
  apart_by_variable_.clear();
  unordered_.clear();
  pairs_ = 0;
  for (auto& [object, accesses] : accesses_.by_object()) CheckObject(accesses);
}

void PairSearch::CheckObject(const std::vector<SharedAccess>& accesses) {
  const bool written = std::any_of(accesses.begin(), accesses.end(),
                                   [](const SharedAccess& a) { return a.is_write(); });
  if (!written) return;
  std::vector<SharedAccess> open;
  for (const SharedAccess& access : accesses) {
    if (!IsFoundUnderLock(access)) open.push_back(access);
  }
  const std::vector<AccessClass> classes = classes_.ClassesOf(
      open, [this](const SharedAccess& access) { return code_.IsInBrokenFile(access); });
  groups_.clear();
  size_t budget = std::max(kMaxPairsPerObject, kMaxPairs / accesses_.by_object().size());
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

namespace {

// Two containers never have one block at once, and of one container the word that leads to the
// block is accessed as well: such a pair is told there. So is one with the end of a container.
bool AreByOwners(const SharedAccess& a, const SharedAccess& b) {
  if (a.is_by_owner && b.is_by_owner) return true;
  return (a.is_by_owner && a.is_write() && b.kind == AccessKind::kFree) ||
         (b.is_by_owner && b.is_write() && a.kind == AccessKind::kFree);
}

}  // namespace

void PairSearch::CheckPair(const AccessClass& x, const AccessClass& y) {
  const SharedAccess &a = x.access(), &b = y.access();
  const bool leads_on = a.is_write() != b.is_write() && (a.leads_on || b.leads_on);
  if (a.is_atomic && b.is_atomic && !leads_on) return;
  if (AreByOwners(a, b)) return;
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
  if (facts.lock == CommonLock::kSurely || AreOfRing(x, y)) return;
  if (a.is_atomic && b.is_atomic) return NoteUnordered(x, y);
  facts.seen = points.seen;
  facts.is_probably_ordered = points.is_probably_ordered;
  facts.jumps_not_followed = code_.has_nonlocal_jumps();
  facts.has_unknown_locks = code_.has_unknown_locks();
  facts.in_broken_file = x.in_broken_file || y.in_broken_file;
  AddCandidates(x, y, facts);
}

bool PairSearch::IsFoundUnderLock(const SharedAccess& access) {
  if (!access.leads_on || !access.is_write() || access.is_atomic) return false;
  auto [known, inserted] = found_under_lock_.try_emplace({access.node, access.index}, false);
  if (!inserted) return known->second;
  const ThreadNode& node = tree_.nodes()[access.node];
  const TermId from = node.summary->accesses[access.index].copied_from;
  if (from == kNothing || !tree_.HasAllAccesses()) return false;
  const TermId cell = node.importer->Map(from);
  const std::vector<TermId> targets = tree_.points_to().Resolve(cell);
  if (targets.size() != 1 || tree_.points_to().IsOpen(cell)) return false;
  const auto found =
      accesses_.by_object().find(ObjectKey(tree_.terms(), tree_.terms().Base(targets[0])));
  if (found == accesses_.by_object().end()) return false;
  const std::vector<SharedAccess>& others = found->second;
  const auto store = absl::c_find_if(others, [&](const SharedAccess& other) {
    return other.node == access.node && other.point == access.point && other.is_atomic &&
           other.is_write() && node.summary->accesses[other.index].address == from;
  });
  if (store == others.end()) return false;
  const bool holds = absl::c_all_of(others, [&](const SharedAccess& other) {
    if (other.node == access.node && !node.many) return true;
    const PointPair& points = PointsOf(*store, other);
    return points.is_apart ||
           AccessSameMemory(tree_, *store, other, points.parallelism) == SameMemory::kNo;
  });
  return found_under_lock_[{access.node, access.index}] = holds;
}

void PairSearch::NoteUnordered(const AccessClass& x, const AccessClass& y) {
  for (const AccessClass* accesses : {&x, &y}) {
    if (!accesses->access().leads_on) continue;
    for (const SharedAccess& access : accesses->members) {
      unordered_.insert({access.node, access.index});
    }
  }
}

bool PairSearch::AreOfRing(const AccessClass& x, const AccessClass& y) {
  return std::all_of(x.members.begin(), x.members.end(), [&](const SharedAccess& a) {
    return std::all_of(y.members.begin(), y.members.end(),
                       [&](const SharedAccess& b) { return rings_.KeepApart(a, b); });
  });
}

void PairSearch::AddCandidates(const AccessClass& x, const AccessClass& y, const PairFacts& facts) {
  const SharedAccess &a = x.access(), &b = y.access();
  const bool is_apart = a.is_set_apart() || b.is_set_apart();
  // To free is to touch the whole object: the other access says which part. What a copy of an
  // object races with is one finding, whatever members the others touch.
  const bool named_by_second =
      a.kind == AccessKind::kFree || (b.kind != AccessKind::kFree && BytesOf(b) > BytesOf(a));
  for (Group& group : GroupsOf(named_by_second ? y : x)) {
    PairsOfClasses pairs{&x, &y, &group, named_by_second};
    Candidate candidate;
    std::tie(candidate.first, candidate.second) = ShownOf(pairs);
    candidate.facts = facts;
    Found& found = FoundOf(&group, is_apart);
    const bool is_kept = found.candidates.size() < kMaxSuspects;
    const JudgementBar bar = is_kept ? JudgementBar() : BarOf(candidate, found.best);
    std::optional<Judgement> judgement =
        judge_.Judge(candidate.first, candidate.second, facts, bar);
    if (judgement && judgement->confidence == proto::CONFIDENCE_RACE &&
        order_.MayOrder(candidate.first, candidate.second)) {
      candidate.facts.may_be_in_chain = true;
      judgement = judge_.Judge(candidate.first, candidate.second, candidate.facts, bar);
    }
    if (judgement) candidate.judgement = *std::move(judgement);
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
    if (found.pairs == 0 || (judgement && Better(candidate, found.best))) {
      const SharedAccess &first = candidate.first, &second = candidate.second;
      found.name = VariableOf(BytesOf(second) < BytesOf(first) ? second : first).name;
      found.best = std::move(candidate);
    }
    found.pairs += pairs.count();
  }
}

const PointPair& PairSearch::PointsOf(const SharedAccess& a, const SharedAccess& b) {
  auto [it, inserted] = point_pairs_.try_emplace({a.node, a.point, b.node, b.point});
  if (!inserted) return it->second;
  PointPair pair;
  if (IsReachable(a) && IsReachable(b)) {
    pair.parallelism = MayHappenInParallel(tree_, a, b);
    if (pair.parallelism.possible() && !order_.Orders(a, b) && !takers_.IsOneThread(a, b)) {
      pair.lock = HoldCommonLock(tree_, a, b, pair.parallelism, built_locks_);
      pair.is_apart = pair.lock == CommonLock::kSurely;
      pair.seen = observed_.DoubtsOf(a, b);
      pair.is_probably_ordered = order_.ProbablyOrders(a, b);
    }
  }
  return it->second = pair;
}

std::pair<SharedAccess, SharedAccess> PairSearch::ShownOf(const PairsOfClasses& pairs) {
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

Found& PairSearch::FoundOf(Group* group, bool is_apart) {
  Found*& found = is_apart ? group->apart_found : group->found;
  if (found == nullptr) {
    found = &(is_apart ? apart_by_variable_ : by_variable_)[group->variable->key];
  }
  return *found;
}

std::vector<Group>& PairSearch::GroupsOf(const AccessClass& accesses) {
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

bool PairSearch::IsReachable(const SharedAccess& access) {
  const ThreadPoint& point = tree_.nodes()[access.node].points[access.point];
  for (const std::vector<TermId>* cells : {&point.changes, &point.foreign}) {
    for (TermId cell : *cells) {
      if (!judge_.IsWrittenByOther(cell, access.node)) return false;
    }
  }
  return order_.IsReachable(access) && observed_.IsReachable(access);
}

const Variable& PairSearch::VariableOf(const SharedAccess& access) {
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

}  // namespace plait
