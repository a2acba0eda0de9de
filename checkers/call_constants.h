// What the constants of a call decide in the procedure that is called, branch by branch: summaries
// keep such conditions only as long as there are few ways.
#ifndef PLAIT_CHECKERS_CALL_CONSTANTS_H_
#define PLAIT_CHECKERS_CALL_CONSTANTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/ir/ir.h"

namespace plait {

// What a comparison, or a bitwise and/or, makes of two numbers; nothing if it is another operation,
// or if the numbers are negative and it has no sign.
std::optional<int64_t> ValueOfBinary(const ir::Instruction& binary, int64_t a, int64_t b);

// By parameter, or by argument: its value in each execution, if it is one. Those that are left out
// at the end are not known.
using CallConstants = std::vector<std::optional<int64_t>>;

// Of the arguments of a call in `body`, which is called with `parameters`.
CallConstants ConstantsPassed(const ir::Procedure& body, const CallConstants& parameters,
                              const ir::Instruction& call);

// False if the procedure, called so, never gets to the block. True says nothing.
bool MayReach(const ir::Procedure& body, const CallConstants& parameters, uint32_t block);

}  // namespace plait

#endif  // PLAIT_CHECKERS_CALL_CONSTANTS_H_
