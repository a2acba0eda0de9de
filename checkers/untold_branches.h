// Whether what an access depends on is known well enough to say that it happens for certain.
//
// What the analysis says of values leaves out a lot: floating-point numbers, bits, texts, what most
// library functions return, flags that a procedure sets on some of its ways. A branch on such a
// value may never go one way, or go together with another branch. Executions see that; without one,
// a race behind such a branch is not certain.
#ifndef PLAIT_CHECKERS_UNTOLD_BRANCHES_H_
#define PLAIT_CHECKERS_UNTOLD_BRANCHES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/fixpoint/flow_graph.h"
#include "analyzer/ir/ir.h"
#include "checkers/call_constants.h"
#include "checkers/origin_walk.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "checkers/witness/executable.h"
#include "proto/models.pb.h"
#include "summaries/name.h"

namespace plait {

class UntoldBranches {
 public:
  // `models` may be empty. Both are kept by reference.
  UntoldBranches(const ThreadTree& tree, const witness::ModelLookup& models)
      : tree_(tree), models_(models) {}

  // Whether there is a branch that nothing is known of on the way to the access, or to where its
  // thread is started. It need not decide if the access is made: it may decide if a lock is taken,
  // or a thread waited for.
  bool Guard(const SharedAccess& access);

 private:
  // What may be any number, as far as that is asked for.
  struct Told {
    bool arguments = true;  // what the procedure is called with
    bool unwritten = true;  // variables that nothing writes, if that is looked at elsewhere
    std::vector<uint32_t> others = {};  // arguments that are not

    friend auto operator<=>(const Told&, const Told&) = default;
  };

  // What a procedure on a way is called with.
  struct Given {
    bool is_told = true;
    std::vector<uint32_t> others;  // arguments that are not
    CallConstants constants;
  };

  // What is asked about a value of a procedure.
  struct Sought {
    Sought(const ir::Procedure& b, const ir::Place* p, std::vector<uint32_t> c)
        : body(b), place(p), callers(std::move(c)) {}

    const ir::Procedure& body;
    const ir::Place* place;              // what is accessed: a test of that guards others
    std::vector<uint32_t> callers;       // procedures whose results are asked for
    bool is_compared_to_number = false;  // other than 0, to be equal to it
    bool is_compared_to_many = false;    // to a number beside 0 and 1, in any way
    bool is_ordered = false;             // by less and greater
    bool has_input = false;              // something else than constants and arguments is in it
    Told told;
    int unwritten = 0;  // variables that nothing writes in it
    std::vector<ir::Register> seen;
    std::vector<int64_t> inputs;  // sorted: registers, and variables as negative numbers
  };

  // Whether what is told of each of the conditions is not of all: numbers that are compared with
  // each other in one of them are asked for in another one as well.
  static bool AreRelated(const std::vector<std::vector<int64_t>>& inputs);

  // Whether there is such a branch on the way to one of the blocks of the procedure, other than
  // before what ends it; `place`: what is accessed there, or nullptr.
  bool AnyBefore(uint32_t definition, const std::vector<uint32_t>& blocks, const ir::Place* place,
                 const Told& told);
  // Whether the procedure takes other locks on some ways, and such a branch decides on that.
  bool DecidesOnLocks(uint32_t definition);
  bool GuardThread(uint32_t node);
  bool GuardInstruction(uint32_t definition, uint32_t instruction, const Told& told);
  // The same of one procedure on a way, and of the constants that it is called with; what the next
  // one is called with is left in `given`.
  bool GuardStep(const Step& step, Given* given);
  Given PassedOn(const Step& step, const Given& given, const Told& told);
  // Whether all that threads of the node are handed is told.
  bool IsHandedTold(uint32_t node);
  bool IsTold(Sought* sought, const ir::Operand& value);
  bool IsMadeOfTold(Sought* sought, const ir::Instruction& made);
  static void NoteInput(Sought* sought, const ir::Instruction& made);
  bool IsLoadTold(Sought* sought, const ir::Instruction& load);
  bool IsInput(Sought* sought, const ir::Instruction& call);
  bool IsResultTold(const Sought& sought, Name callee);
  bool HoldsOptions(Name variable);
  bool FindHoldsOptions(Name variable);
  bool IsUnwritten(Name variable);
  void FindStores();
  bool AreArgumentsTold(uint32_t definition) const;

  const ThreadTree& tree_;
  const witness::ModelLookup& models_;
  absl::flat_hash_map<uint32_t, bool> threads_;                        // by node
  std::map<std::tuple<uint32_t, uint32_t, Told>, bool> instructions_;  // by definition
  absl::flat_hash_map<uint32_t, bool> handed_told_;                    // by node
  absl::flat_hash_map<uint32_t, bool> decides_on_locks_;               // by definition
  // Of variables: where something is stored; and those that may hold more than constants.
  absl::flat_hash_map<Name, std::vector<Step>> stores_;
  std::optional<absl::flat_hash_set<Name>> changed_;
  absl::flat_hash_map<Name, bool> options_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_UNTOLD_BRANCHES_H_
