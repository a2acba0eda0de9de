// Locks that are taken unless a variable says otherwise, as where it says that there is one thread
// only. A doubt, no proof.
#ifndef PLAIT_CHECKERS_OPTIONAL_LOCKS_H_
#define PLAIT_CHECKERS_OPTIONAL_LOCKS_H_

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

class OptionalLocks {
 public:
  explicit OptionalLocks(const ThreadTree& tree) : tree_(tree) {}  // kept by reference

  // Whether the instruction makes the access without a lock where a variable was found to have a
  // certain value, and under one where it was not (RELAY, Voung et al. 2007, section 4.2: locking
  // that goes by a condition).
  bool IsLeftOut(const SharedAccess& access);

 private:
  using Place = std::pair<uint32_t, uint32_t>;  // definition, instruction

  bool FindLeftOut(const SharedAccess& access) const;
  std::optional<Place> PlaceOf(const ThreadNode& node, const Access& access) const;

  const ThreadTree& tree_;
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, bool> known_;  // by node and access
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_OPTIONAL_LOCKS_H_
