// Which registers of a procedure decide which locks it takes.
#ifndef PLAIT_ANALYZER_TRANSFER_LOCK_REGISTERS_H_
#define PLAIT_ANALYZER_TRANSFER_LOCK_REGISTERS_H_

#include <vector>

#include "analyzer/ir/ir.h"

namespace plait {

class Environment;

// By register: whether the address of a lock that the procedure, or a function that it calls, takes
// is reckoned from it.
std::vector<bool> FindLockRegisters(const ir::Procedure& procedure, const Environment& environment);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_LOCK_REGISTERS_H_
