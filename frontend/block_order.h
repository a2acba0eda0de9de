// Last step of building a body: numbers blocks in reverse post order and drops those without a path
// from the entry, so that equal bodies have equal bytes whatever order they were built in.
#ifndef PLAIT_FRONTEND_BLOCK_ORDER_H_
#define PLAIT_FRONTEND_BLOCK_ORDER_H_

#include <vector>

#include "analyzer/ir/ir.h"

namespace plait::frontend {

// `blocks[0]` is the entry and stays block 0. Empty blocks that only jump are
// skipped over, and straight lines of code become one block. A block
// left without terminator by its builder counts as unreachable from there on (kUnreachable).
std::vector<ir::Block> OrderBlocks(std::vector<ir::Block> blocks);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_BLOCK_ORDER_H_
