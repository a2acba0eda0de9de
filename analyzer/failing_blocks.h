// Where a procedure is on its way to end a program that found a fault in itself.
#ifndef PLAIT_ANALYZER_FAILING_BLOCKS_H_
#define PLAIT_ANALYZER_FAILING_BLOCKS_H_

#include "analyzer/transfer/frame.h"

namespace plait {

// Sets Frame::failing_blocks and unwinding_blocks, and Summary::is_failure of a procedure all of
// whose ways lead to abort or the like.
void FindFailingBlocks(Frame* frame);

}  // namespace plait

#endif  // PLAIT_ANALYZER_FAILING_BLOCKS_H_
