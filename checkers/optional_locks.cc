#include "checkers/optional_locks.h"

#include <algorithm>

#include "checkers/origin_walk.h"

namespace plait {
namespace {

// Whether `p` has a lock for itself that `q` has not.
bool HoldsMore(const ThreadPoint& p, const ThreadPoint& q) {
  return std::any_of(p.held.begin(), p.held.end(), [&](const HeldLock& lock) {
    return lock.certain && lock.kind == LockKind::kLock && lock.mode == LockMode::kExclusive &&
           std::none_of(q.held.begin(), q.held.end(),
                        [&](const HeldLock& other) { return other.lock == lock.lock; });
  });
}

bool HasSeenMore(const ThreadPoint& p, const ThreadPoint& q) {
  return std::any_of(p.observed.begin(), p.observed.end(), [&](const Observation& seen) {
    return std::none_of(q.observed.begin(), q.observed.end(),
                        [&](const Observation& other) { return other.cell == seen.cell; });
  });
}

}  // namespace

bool OptionalLocks::IsLeftOut(const SharedAccess& access) {
  const auto [known, is_new] = known_.try_emplace({access.node, access.index}, false);
  return is_new ? known->second = FindLeftOut(access) : known->second;
}

bool OptionalLocks::FindLeftOut(const SharedAccess& access) const {
  const ThreadNode& node = tree_.nodes()[access.node];
  const Access& made = node.summary->accesses[access.index];
  const ThreadPoint& here = node.points[access.point];
  if (here.observed.empty()) return false;
  const std::vector<Access>& all = node.summary->accesses;
  return std::any_of(all.begin(), all.end(), [&](const Access& other) {
    const ThreadPoint& there = node.points[other.point];
    return other.address == made.address && other.width == made.width && other.kind == made.kind &&
           HoldsMore(there, here) && HasSeenMore(here, there) &&
           PlaceOf(node, other) == PlaceOf(node, made);
  });
}

std::optional<OptionalLocks::Place> OptionalLocks::PlaceOf(const ThreadNode& node,
                                                           const Access& access) const {
  std::optional<Place> place;
  AnyOnTheWay(tree_, *node.summary, access, [&](uint32_t definition, const Access& made) {
    place = Place(definition, made.origin.instruction);
    return false;
  });
  return place;
}

}  // namespace plait
