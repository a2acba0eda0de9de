// What of a procedure's numbers an exploration can do without.
#ifndef PLAIT_CHECKERS_WITNESS_COUNTERS_H_
#define PLAIT_CHECKERS_WITNESS_COUNTERS_H_

#include <vector>

#include "analyzer/ir/ir.h"

namespace plait::witness {

class Counters {
 public:
  explicit Counters(const ir::Procedure& procedure);

  // Whether nothing depends on what the register holds: it is stored and returned at most.
  bool IsData(ir::Register r) const { return is_data_[r]; }

  // Whether the result of the instruction is reckoned from what the register held before, and goes
  // to branches alone; if `may_return`, also to who called the procedure.
  bool Counts(const ir::Instruction& instruction, bool may_return) const {
    return instruction.result != ir::kNoRegister && steps_[instruction.result] &&
           (may_return ? decides_or_returns_ : decides_)[instruction.result];
  }

 private:
  enum class Goal : uint8_t { kBranch, kBranchOrReturn, kStoreOrReturn };
  // Registers that are read for the goal alone.
  static std::vector<bool> FindReadFor(const ir::Procedure& procedure, Goal goal);

  std::vector<bool> steps_;    // by register: reckoned from itself
  std::vector<bool> decides_;  // read by branches and by what goes to branches alone
  std::vector<bool> decides_or_returns_;
  std::vector<bool> is_data_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_COUNTERS_H_
