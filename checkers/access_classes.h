// Accesses to one object that nothing tells apart when pairs are compared: most pairs of a large
// program are the same pair again, from other lines.
#ifndef PLAIT_CHECKERS_ACCESS_CLASSES_H_
#define PLAIT_CHECKERS_ACCESS_CLASSES_H_

#include <functional>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "checkers/containers.h"
#include "checkers/pair_judge.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

struct AccessClass {
  std::vector<SharedAccess> members;  // never empty
  bool in_broken_file = false;
  bool sets_up = false;  // PairJudge::SetsUp
  bool has_lock_of_element = false;
  std::optional<Container> container;  // of what is accessed, if locks are held

  const SharedAccess& access() const { return members.front(); }  // stands for all
};

class AccessClasses {
 public:
  // All but `apart` are kept by reference. `apart`: every access is a class of its own.
  AccessClasses(ThreadTree& tree, PairJudge& judge, Containers& containers, bool apart);

  // In order of their first members. Of one class are accesses by one thread, at one point, that
  // are the same to LockKey, MemoryKey and JudgeKey, in one container. `is_in_broken_file`: whether
  // a file on the way to an access was not understood in full.
  std::vector<AccessClass> ClassesOf(
      const std::vector<SharedAccess>& accesses,
      const std::function<bool(const SharedAccess&)>& is_in_broken_file);

 private:
  ThreadTree& tree_;
  PairJudge& judge_;
  Containers& containers_;
  const bool apart_;
  const absl::flat_hash_set<AtomId> counters_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_ACCESS_CLASSES_H_
