// Counts that a thread has looked at: those who are done count themselves there, and who waits for
// them finds how many they are.
#ifndef PLAIT_ANALYZER_TRANSFER_FOUND_COUNT_H_
#define PLAIT_ANALYZER_TRANSFER_FOUND_COUNT_H_

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// What a branch in a loop has told of a difference to 0: that a number which was looked at is at
// most 0, or at least another one.
void FindCount(Frame& frame, State* state, Relation relation, TermId difference, bool truth);

// One more that was found; only a few are kept, and none that says nothing of who is done.
void AddFoundCount(Frame& frame, State* state, const FoundCount& count);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_FOUND_COUNT_H_
