// What a branch says of a choice of null or one pointer.
#ifndef PLAIT_ANALYZER_TRANSFER_DECIDED_CHOICE_H_
#define PLAIT_ANALYZER_TRANSFER_DECIDED_CHOICE_H_

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"
#include "summaries/term.h"

namespace plait {

// It is known now whether the choice is null. If it is one of null or one pointer, it has that name
// in the state from here on, so that what is reached through it is that pointer's. Returns the
// pointer if it is that; kNothing if it is null, or another choice, which is left as it is.
TermId DecideChoice(Frame& frame, State* state, AtomId choice, bool is_null);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_DECIDED_CHOICE_H_
