// Whether numbers are even or odd: the lowest bit of a word that whoever is at work makes odd.
#ifndef PLAIT_ANALYZER_TRANSFER_PARITY_H_
#define PLAIT_ANALYZER_TRANSFER_PARITY_H_

#include <cstdint>
#include <optional>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// True: the number, of so many bytes, is odd. False: it is even. Nothing if neither is known.
std::optional<bool> IsOdd(Frame& frame, const State& state, TermId number, uint32_t width);

// The bitwise operation on the number and a constant mask, if it changes the lowest bit alone, or
// clears the lowest ones. kNothing if it is another one.
TermId WithLowBits(Frame& frame, const State& state, ir::Binary op, TermId number, int64_t mask,
                   uint32_t width);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_PARITY_H_
