// Registers whose value is compared as a number of several types.
#ifndef PLAIT_ANALYZER_TRANSFER_COMPARED_TYPES_H_
#define PLAIT_ANALYZER_TRANSFER_COMPARED_TYPES_H_

#include <vector>

#include "analyzer/ir/ir.h"

namespace plait {

// By register: whether it, or one that it was copied or converted from or to, is compared as
// numbers of several sizes, or as a signed and as an unsigned one. Conversions are taken to keep
// numbers as they are; what one comparison says of such a number must not decide another.
std::vector<bool> FindReinterpreted(const ir::Procedure& procedure);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_COMPARED_TYPES_H_
