// What a callee accesses, as accesses of its caller.
#ifndef PLAIT_ANALYZER_TRANSFER_CALLEE_ACCESSES_H_
#define PLAIT_ANALYZER_TRANSFER_CALLEE_ACCESSES_H_

#include <cstddef>

#include "analyzer/transfer/callee_names.h"
#include "analyzer/transfer/callee_points.h"

namespace plait {

// Adds the accesses of the callee to the summary of the caller: those that others may reach.
// Returns how many these are, behind all others.
size_t ImportAccesses(CalleeNames& call, CalleePoints& points);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CALLEE_ACCESSES_H_
