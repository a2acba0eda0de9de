// Which registers of a procedure decide which locks it takes.
#ifndef PLAIT_ANALYZER_TRANSFER_LOCK_REGISTERS_H_
#define PLAIT_ANALYZER_TRANSFER_LOCK_REGISTERS_H_

#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/ir/ir.h"

namespace plait {

class Environment;
class Frame;

// By register: whether the address of a lock that the procedure, or a function that it calls, takes
// is reckoned from it.
std::vector<bool> FindLockRegisters(const ir::Procedure& procedure, const Environment& environment);

// A branch has told whether the condition holds. If two numbers are equal by that, and locks are
// reckoned from them, both get one name, in registers and in what is held: the lock that one of
// them names guards what the other one does.
void UseOneName(Frame& frame, State* state, TermId condition, bool truth);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_LOCK_REGISTERS_H_
