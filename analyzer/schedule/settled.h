// Which variables have their final values before there is a second thread.
#ifndef PLAIT_ANALYZER_SCHEDULE_SETTLED_H_
#define PLAIT_ANALYZER_SCHEDULE_SETTLED_H_

#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "analyzer/schedule/call_graph.h"
#include "analyzer/schedule/program.h"

namespace plait {

// Variables that are written by name only, in main before anything it calls can start a thread, and
// in procedures that it calls there and that nobody else calls. No thread sees them change.
// `starts_threads`: of a function's name, whether its model says so. Empty if no unit has a main.
absl::flat_hash_set<Name> FindSettledVariables(const Program& program, const CallGraph& graph,
                                               absl::FunctionRef<bool(Name)> starts_threads);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_SETTLED_H_
