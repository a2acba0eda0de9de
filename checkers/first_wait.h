// Waits in loops for a condition, as the code shows: which of them wait at first.
#ifndef PLAIT_CHECKERS_FIRST_WAIT_H_
#define PLAIT_CHECKERS_FIRST_WAIT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "analyzer/ir/ir.h"

namespace plait {

// Whether the innermost loop around the block leads to it where the memory that it looks at holds
// zeros, as that of a queue which was just made: a consumer waits for it to fill, a producer does
// not wait for it to empty. False if that cannot be told. `compared`, if that is so, gets the
// members ("tag.member") that are compared with each other: it is only so as long as nothing else
// is put into one of them first. `callee_of`: the procedure that a call leads to, as the predicate
// of a wait; nullptr if it is not known.
bool WaitsAtFirst(
    const ir::Procedure& body, uint32_t block,
    absl::FunctionRef<const ir::Procedure*(const ir::Procedure&, const ir::Instruction&)> callee_of,
    std::vector<std::string>* compared);

}  // namespace plait

#endif  // PLAIT_CHECKERS_FIRST_WAIT_H_
