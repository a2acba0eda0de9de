// Which numbers and pointers of a procedure go on from turn to turn of a loop.
#ifndef PLAIT_CHECKERS_WITNESS_COUNTERS_H_
#define PLAIT_CHECKERS_WITNESS_COUNTERS_H_

#include <vector>

#include "analyzer/ir/ir.h"

namespace plait::witness {

class Counters {
 public:
  explicit Counters(const ir::Procedure& procedure);

  // Whether the result is reckoned from what it was before: `r1 = add r1, 1`, or `r2 = add r1, 1`
  // and somewhere `r1 = r2`.
  bool IsStep(const ir::Instruction& instruction) const {
    return instruction.result != ir::kNoRegister && counts_[instruction.result] != ir::kNoRegister;
  }
  // The register that the result of a step goes on from.
  ir::Register CountOf(ir::Register result) const { return counts_[result]; }
  // Whether there are steps from what the register holds.
  bool GoesOn(ir::Register r) const { return goes_on_[r]; }

 private:
  std::vector<ir::Register> counts_;  // by result; kNoRegister for what is no step
  std::vector<bool> goes_on_;         // by register
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_COUNTERS_H_
