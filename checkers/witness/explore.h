// Goes through all executions of a program, to prove that it has no data race.
//
// A data race is two threads about to make conflicting accesses. Operations that order threads
// (atomic accesses, locks, creations, joins, ...) are taken in every order; what a thread does up
// to its next one, its segment, is done at once. If somewhere two segments that threads have just
// done conflict, or one with the next operation of another thread, there may be a race. Otherwise
// there is none: take an execution up to the first two conflicting accesses that are about to be
// made. Its operations that order threads are executed here in the same order, with each segment
// moved to the front. Whatever a part of a segment is moved past is in another thread's current
// segment, or is an operation that was next while the segment was current; they do not conflict, or
// it would have been seen, so all threads read the same as in the execution. The two accesses at
// its end are of two current segments, or next operations, so they have been compared.
//
// States are remembered by digest, so loops that wait end; where weak orders are followed, those
// that differ only in what threads know of each other are one (causality.h). Outcomes that are not
// determined (compare-exchange and tries that fail without reason, waits that end without a signal,
// branches on what is not known) are all taken. Some may be impossible, so what is found here is no
// proof of a race. If nothing is proved so, inputs are told apart, which makes more states and
// fewer that are impossible; and if there are too many states, what can be is forgotten
// (relevance.h, merge_threads.cc): each state stands for all that differ in that only.
#ifndef PLAIT_CHECKERS_WITNESS_EXPLORE_H_
#define PLAIT_CHECKERS_WITNESS_EXPLORE_H_

#include <cstdint>
#include <string>

#include "checkers/witness/executable.h"
#include "checkers/witness/machine.h"

namespace plait::witness {

struct ExplorationLimits {
  // What steps cost: instructions, bytes copied, and something for each.
  uint64_t work = 192000000;
  uint64_t bytes = uint64_t{128} << 20;  // of states that are still to be followed
  const Suspects* suspects = nullptr;    // if that is known
};

struct Exploration {
  bool is_race_free = false;
  uint64_t states = 0;
  uint64_t work = 0;
  std::string obstacle;  // if not: "possible race", "too many states", or why a run was stuck
};

// The same each time.
Exploration Explore(Executable& executable, const ExplorationLimits& limits);

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_EXPLORE_H_
