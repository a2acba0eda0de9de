// Tests of one variable that come out differently on the way to an access and to the creation of
// the thread it might race with, in the procedure that both ways begin in: who does the one does
// not do the other. Other threads do not access the variable, but it may change in between in a way
// that is not looked at, so this is no proof.
#ifndef PLAIT_CHECKERS_OPPOSITE_TESTS_H_
#define PLAIT_CHECKERS_OPPOSITE_TESTS_H_

#include <cstdint>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "analyzer/ir/ir.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

class OppositeTests {
 public:
  // `accesses`: all that threads make while others may run, by object. Both are kept by reference.
  OppositeTests(ThreadTree& tree, const AccessesByObject& accesses)
      : tree_(tree), accesses_(accesses) {}

  // Whether one of the accesses is made by who starts, directly or not, the thread of the other
  // one, and behind a test that keeps all creations of it from being reached.
  bool Exclude(const SharedAccess& a, const SharedAccess& b);

 private:
  bool IsKeptFrom(const SharedAccess& above, uint32_t below);
  bool AreOpposite(uint32_t node, uint32_t instruction, uint32_t creation);
  bool IsOfOthers(uint32_t node, const ir::Place& place) const;

  ThreadTree& tree_;
  const AccessesByObject& accesses_;
  // By node and the two instructions.
  absl::flat_hash_map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> known_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_OPPOSITE_TESTS_H_
