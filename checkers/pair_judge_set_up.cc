// The part of PairJudge that goes by what an access finds at its own place: who sets it up, who has
// seen it set up, and who claims to do so.
#include <algorithm>
#include <set>

#include "checkers/origin_walk.h"
#include "checkers/pair_judge.h"

namespace plait {

bool PairJudge::SetsUp(const SharedAccess& write) {
  if (!write.is_write()) return false;
  const std::tuple key{write.node, write.point, write.resolved};
  if (auto known = sets_up_.find(key); known != sets_up_.end()) return known->second;
  return sets_up_[key] = FindSetUp(write);
}

bool PairJudge::FindSetUp(const SharedAccess& write) {
  const ThreadPoint& point = PointOf(write);
  return std::any_of(point.held.begin(), point.held.end(),
                     [](const HeldLock& lock) { return lock.certain; }) &&
         std::any_of(point.gates.begin(), point.gates.end(),
                     [&](TermId cell) { return IsCellOf(cell, write); });
}

bool PairJudge::MayHaveSetUpBefore(const SharedAccess& write, const SharedAccess& read) {
  if (read.is_write() || !SetsUp(write)) return false;
  const auto [writer, written_at] = PlaceOf(write);
  const auto [reader, read_at] = PlaceOf(read);
  return writer == reader && written_at < read_at;
}

// Whether who writes has seen 0 there: a counter below its end would be something else.
bool PairJudge::FoundUnset(const SharedAccess& write) {
  const ThreadPoint& point = PointOf(write);
  return std::any_of(point.observed.begin(), point.observed.end(), [&](const Observation& seen) {
    return SeesZero(seen) && IsCellOf(seen.cell, write);
  });
}

bool PairJudge::FoundSet(const SharedAccess& access) {
  const ThreadPoint& point = PointOf(access);
  return std::any_of(point.observed.begin(), point.observed.end(), [&](const Observation& seen) {
    const bool is_set = seen.nonzero || seen.low > 0 || seen.high < 0;
    return !seen.is_difference() && is_set && IsCellOf(seen.cell, access);
  });
}

std::pair<uint32_t, uint32_t> PairJudge::PlaceOf(const SharedAccess& shared) {
  const std::pair key{shared.node, shared.index};
  if (auto known = places_.find(key); known != places_.end()) return known->second;
  return places_[key] = PlaceOfAccess(tree_, shared);
}

// Whether the write is made by who claimed a word that was 0, and the word is also known to be
// another number than claims make it: then it says that something is set up, and is no lock.
bool PairJudge::SetsUpByClaim(const SharedAccess& write) {
  if (write.kind != AccessKind::kWrite) return false;
  const std::pair key{write.node, write.point};
  if (auto known = by_claim_.find(key); known != by_claim_.end()) return known->second;
  const std::vector<HeldLock>& held = PointOf(write).held;
  return by_claim_[key] = std::any_of(held.begin(), held.end(), [&](const HeldLock& lock) {
           if (lock.kind != LockKind::kFlag || !lock.certain) return false;
           const std::vector<TermId> word = tree_.points_to().Resolve(lock.lock);
           if (word.size() != 1) return false;
           auto [it, inserted] = is_progress_.try_emplace(word[0]);
           if (inserted) it->second = IsProgress(word[0]);
           return it->second;
         });
}

// Numbers are those that threads have seen there: who has seen that all is done is what matters.
bool PairJudge::IsProgress(TermId word) {
  auto found = accesses_.find(ObjectKey(tree_.terms(), tree_.terms().Base(word)));
  if (found == accesses_.end()) return false;
  std::set<int64_t> claimed = {0};
  for (const SharedAccess& access : found->second) {
    const ThreadNode& node = tree_.nodes()[access.node];
    const Access& made = node.summary->accesses[access.index];
    const bool claims = made.claims || made.found != kNothing;
    if (!claims || access.resolved != word || made.value == kNothing) continue;
    for (TermId put : {made.value, made.found}) {
      if (put == kNothing) continue;
      const auto number = tree_.terms().ConstantValue(node.importer->Map(put));
      if (!number) return false;
      claimed.insert(*number);
    }
  }
  const auto is_other = [&](const Observation& seen) {
    return !seen.is_difference() && seen.low == seen.high && !claimed.contains(seen.low) &&
           tree_.points_to().Resolve(seen.cell) == std::vector<TermId>{word};
  };
  return std::any_of(tree_.nodes().begin(), tree_.nodes().end(), [&](const ThreadNode& node) {
    return std::any_of(node.points.begin(), node.points.end(), [&](const ThreadPoint& point) {
      return std::any_of(point.observed.begin(), point.observed.end(), is_other);
    });
  });
}

}  // namespace plait
