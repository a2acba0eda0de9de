// What a callee leaves behind in the memory of its caller, on each way out.
#ifndef PLAIT_ANALYZER_TRANSFER_CALLEE_EXITS_H_
#define PLAIT_ANALYZER_TRANSFER_CALLEE_EXITS_H_

#include <vector>

#include "analyzer/transfer/call.h"
#include "analyzer/transfer/callee_names.h"
#include "analyzer/transfer/callee_points.h"

namespace plait {

// The states after the call, with the results: one for each way out of the callee that the caller
// may see. Ways that end the thread are noted in the caller's summary, if that is being written.
std::vector<Outcome> LeaveCallee(CalleeNames& call, CalleePoints& points);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CALLEE_EXITS_H_
