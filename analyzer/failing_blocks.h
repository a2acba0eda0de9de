// Where a procedure is on its way to end a program that found a fault in itself.
#ifndef PLAIT_ANALYZER_FAILING_BLOCKS_H_
#define PLAIT_ANALYZER_FAILING_BLOCKS_H_

#include <vector>

#include "analyzer/transfer/frame.h"

namespace plait {

// By block: whether every way from there leads to abort or the like.
std::vector<bool> FailingBlocks(Frame* frame);

}  // namespace plait

#endif  // PLAIT_ANALYZER_FAILING_BLOCKS_H_
