// Where a thread's accesses stand among the threads that it starts, as the code is written: what
// comes before a creation is most likely done by the time the next thread runs. Doubts, no proofs.
#ifndef PLAIT_CHECKERS_CREATIONS_H_
#define PLAIT_CHECKERS_CREATIONS_H_

#include <cstdint>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

// Nodes are those of the thread tree.
class Creations {
 public:
  explicit Creations(ThreadTree& tree) : tree_(tree) {}  // kept by reference

  // Whether the threads of the node are started at several places, one of which starts just one.
  bool IsOfSeveralCreations(uint32_t node) const;
  // Whether the thread of the access starts those of the node, and on the way to the access it gets
  // to none of their creations but by going around a loop: if the access is made beside one of
  // them, it was started in an earlier round, and not waited for since.
  bool IsStartedFurtherOn(const SharedAccess& access, uint32_t node) const;
  // Whether it is a write by who goes on to start another thread of those that run. There is such a
  // creation, not each is one: a thread may be started on several ways.
  bool IsMadeReadyForNext(const SharedAccess& access, uint32_t node) const;
  // Whether the access, in a procedure that starts a thread like those of the node, or in what it
  // calls, comes before that is done, and is to what the thread is handed: the last one that was
  // handed it has most likely ended. What the outermost procedure does is done once.
  bool IsSetUpForThread(const SharedAccess& access, uint32_t node) const;
  // Whether the thread of the access, further on, starts other threads that run what the partner's
  // does, and it is a guess that the partner's makes the call: most likely those others do.
  bool IsForLaterThreads(const SharedAccess& access, const SharedAccess& partner) const;
  // Whether threads of the node start others that run the same, as who divides the work does.
  bool DividesItsWork(uint32_t node) const;

 private:
  const ThreadPoint& PointOf(const SharedAccess& access) const {
    return tree_.nodes()[access.node].points[access.point];
  }
  int StepsBefore(const SharedAccess& access, uint32_t spawn) const;
  int CountStepsBefore(const SharedAccess& access, uint32_t spawn) const;

  ThreadTree& tree_;
  // What was asked before, by node, access and creation.
  mutable absl::flat_hash_map<std::tuple<uint32_t, uint32_t, uint32_t>, int> steps_before_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_CREATIONS_H_
