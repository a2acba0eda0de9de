// Blocks of a procedure that do the same, whatever its registers hold.
#ifndef PLAIT_CHECKERS_WITNESS_SAME_BLOCKS_H_
#define PLAIT_CHECKERS_WITNESS_SAME_BLOCKS_H_

#include <cstdint>
#include <vector>

#include "analyzer/ir/ir.h"

namespace plait::witness {

// By block: the first one that has the same instructions and ends in the same way, with targets
// that do the same. So are the turns of a short loop that were taken apart.
std::vector<uint32_t> FindSameBlocks(const ir::Procedure& procedure);

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_SAME_BLOCKS_H_
