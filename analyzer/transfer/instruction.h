// The effect of one instruction on the states at a point.
#ifndef PLAIT_ANALYZER_TRANSFER_INSTRUCTION_H_
#define PLAIT_ANALYZER_TRANSFER_INSTRUCTION_H_

#include "analyzer/transfer/frame.h"
#include "analyzer/transfer/join.h"

namespace plait {

TermId ValueOf(Frame& frame, const State& state, const ir::Operand& operand);
TermId AddressOf(Frame& frame, const State& state, const ir::Place& place);

// Applies frame.current. Calls may split a state or end it.
void TransferInstruction(Frame& frame, Disjuncts* states);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_INSTRUCTION_H_
