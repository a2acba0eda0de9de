// Checks what every reader of the IR may rely on.
//
//   - every index (register, slot, symbol, string, file, block) is in range; strings[0] is empty,
//     files[0] is the procedure's file, parameter i has register i;
//   - each opcode has the operands it needs, and none that it has no use for; `binary` suits it;
//     atomic updates have an ordering;
//   - scalars have 16 bytes at most where they are computed, pointers 0, 1, 2, 4, 8 or 16;
//   - terminators have the targets, cases and condition of their kind;
//   - the entry has no predecessors and every block can be reached from it.
//
// Not checked: that a register is assigned before it is read, and that widths match types.
#ifndef PLAIT_ANALYZER_IR_VERIFIER_H_
#define PLAIT_ANALYZER_IR_VERIFIER_H_

#include "absl/status/status.h"
#include "analyzer/ir/ir.h"

namespace plait::ir {

// InvalidArgument with the first fault found, for example
//   procedure 'worker', block b2, instruction 3 'r9 = load.i4 @x': register r9 is out of range ...
// Linear in the size of the procedure.
absl::Status VerifyProcedure(const Procedure& procedure);

// Checks the unit's tables and all its procedures.
absl::Status VerifyUnit(const Unit& unit);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_VERIFIER_H_
