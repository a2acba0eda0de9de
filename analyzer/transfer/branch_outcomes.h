// Registers with the outcome of a condition that is branched on further on, as in
// `ready = a && b; unlock(); if (ready)`.
#ifndef PLAIT_ANALYZER_TRANSFER_BRANCH_OUTCOMES_H_
#define PLAIT_ANALYZER_TRANSFER_BRANCH_OUTCOMES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyzer/fixpoint/flow_graph.h"
#include "analyzer/ir/ir.h"

namespace plait {

// By block: registers that it passes to a call and that nobody needs after that, or that are
// branched on there or, moved to others or not, further on where only this leads.
std::vector<std::vector<ir::Register>> FindOutcomes(const ir::Procedure& p, const FlowGraph& graph);

// The registers in front of the instruction of the block, given those of all blocks, that are
// branched on so.
std::vector<ir::Register> OutcomesBefore(const ir::Procedure& p, const FlowGraph& graph,
                                         const std::vector<std::vector<ir::Register>>& outcomes,
                                         uint32_t block, size_t instruction);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_BRANCH_OUTCOMES_H_
