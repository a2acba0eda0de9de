// Merging states where paths meet.
#ifndef PLAIT_ANALYZER_TRANSFER_JOIN_H_
#define PLAIT_ANALYZER_TRANSFER_JOIN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// Merges `other`, arriving at `block`, into `state`. At a loop head (`back_edge`: other comes
// around the loop) a register or cell that grows by a constant becomes start + constant *
// iteration.
void Join(Frame& frame, uint32_t block, bool back_edge, State* state, const State& other);

// Merges two outcomes of the current instruction.
void JoinHere(Frame& frame, State* state, const State& other);

// What the state knows of the atom's value; nothing if it knows nothing.
std::optional<Range> FactOf(const State& state, AtomId atom);

// The same cell; for a region, the one with the same bounds if there are several; null if there is
// none. States that meet were mostly one before: `place` is where `like` stands in the other one.
const Cell* FindCell(const std::vector<Cell>& cells, const Cell& like, size_t place);

// Tells choices of what cells hold apart, at one place.
Frame::PhiKey CellKey(const Cell& cell);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_JOIN_H_
