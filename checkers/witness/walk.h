// A few executions at random, from which an exploration learns what decides (relevance.h).
#ifndef PLAIT_CHECKERS_WITNESS_WALK_H_
#define PLAIT_CHECKERS_WITNESS_WALK_H_

#include "checkers/witness/executable.h"
#include "checkers/witness/relevance.h"

namespace plait::witness {

// Returns what the executions cost, as explorations count it. The same each time.
uint64_t LearnWhatDecides(Executable& executable, Relevance* relevance);

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_WALK_H_
