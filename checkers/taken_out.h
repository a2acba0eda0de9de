// Objects that a thread took out of a variable under a lock, as who swaps two buffers, or puts a
// new one in the place of the old: those who find one there under the lock find another one from
// then on. That nothing else leads to the object is not followed, so this is no proof.
#ifndef PLAIT_CHECKERS_TAKEN_OUT_H_
#define PLAIT_CHECKERS_TAKEN_OUT_H_

#include "absl/container/flat_hash_set.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

class TakenOut {
 public:
  // `accesses`: all that threads make while others may run, by object. Both are kept by reference.
  TakenOut(ThreadTree& tree, const AccessesByObject& accesses) : tree_(tree), accesses_(accesses) {}

  // The variable that the pointer was found in by which the access is made; kNothing if that is not
  // one.
  TermId FoundIn(const SharedAccess& access);

  // Whether the access is to what its thread found in a variable in which it has put another
  // pointer under a lock, and the partner found it there and has that lock.
  bool IsOwners(const SharedAccess& access, const SharedAccess& partner);

 private:
  const ThreadPoint& PointOf(const SharedAccess& access) const {
    return tree_.nodes()[access.node].points[access.point];
  }
  TermId PlaceOf(TermId address);
  bool Holds(const ThreadPoint& point, TermId lock, LockMode least);
  bool IsFoundIn(const ThreadNode& node, AtomId pointer, absl::flat_hash_set<AtomId>* seen,
                 TermId* variable);

  ThreadTree& tree_;
  const AccessesByObject& accesses_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_TAKEN_OUT_H_
