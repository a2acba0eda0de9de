// Comparisons of numbers, which in the analysis have no size: what may be wrong for that.
#ifndef PLAIT_ANALYZER_TRANSFER_COMPARISON_H_
#define PLAIT_ANALYZER_TRANSFER_COMPARISON_H_

#include <cstdint>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// Result of `a op b`, kEq to kGe, of numbers of `width` bytes: 0, 1, or a comparison; an unknown of
// the current instruction where unsigned numbers may have wrapped around, or one may be large that
// is kept as a negative one, and the result would be decided by that.
TermId EvaluateComparison(Frame& frame, const State& state, ir::Binary op, TermId a, TermId b,
                          bool is_signed, uint32_t width);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_COMPARISON_H_
