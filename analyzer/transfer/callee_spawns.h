// The threads that a callee starts, as threads that its caller starts.
#ifndef PLAIT_ANALYZER_TRANSFER_CALLEE_SPAWNS_H_
#define PLAIT_ANALYZER_TRANSFER_CALLEE_SPAWNS_H_

#include "analyzer/transfer/callee_names.h"
#include "analyzer/transfer/callee_points.h"

namespace plait {

// Adds the creations of the callee to the summary of the caller.
void ImportSpawns(CalleeNames& call, CalleePoints& points);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CALLEE_SPAWNS_H_
