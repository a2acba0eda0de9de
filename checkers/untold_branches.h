// Whether what an access depends on is known well enough to say that it happens for certain.
//
// What the analysis says of values leaves out a lot: floating-point numbers, bits, texts, what most
// library functions return, flags that a procedure sets on some of its ways. A branch on such a
// value may never go one way, or go together with another branch. Executions see that; without one,
// a race behind such a branch is not certain.
#ifndef PLAIT_CHECKERS_UNTOLD_BRANCHES_H_
#define PLAIT_CHECKERS_UNTOLD_BRANCHES_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/fixpoint/flow_graph.h"
#include "analyzer/ir/ir.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "checkers/witness/executable.h"
#include "proto/models.pb.h"

namespace plait {

class UntoldBranches {
 public:
  // `models` may be empty. Both are kept by reference.
  UntoldBranches(const ThreadTree& tree, const witness::ModelLookup& models)
      : tree_(tree), models_(models) {}

  // Whether a branch that nothing is known of decides if the access is made, or if its thread is
  // started. One that only leaves a procedure early, as after an error, is taken not to.
  bool Guard(const SharedAccess& access);

 private:
  bool GuardThread(uint32_t node);
  bool GuardInstruction(uint32_t definition, uint32_t instruction);
  // A test of `place`, which is accessed, guards others. `seen`: registers that were asked for.
  bool IsTold(const ir::Procedure& body, const ir::Operand& value, const ir::Place* place,
              std::vector<ir::Register>* seen) const;
  bool IsInput(const ir::Procedure& body, const ir::Instruction& call) const;

  const ThreadTree& tree_;
  const witness::ModelLookup& models_;
  absl::flat_hash_map<uint32_t, bool> threads_;                            // by node
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, bool> instructions_;  // by definition
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_UNTOLD_BRANCHES_H_
