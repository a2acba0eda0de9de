// What a procedure stores where others find it, made fit for its callers.
#ifndef PLAIT_ANALYZER_PUBLISHED_POINTERS_H_
#define PLAIT_ANALYZER_PUBLISHED_POINTERS_H_

#include "analyzer/transfer/frame.h"

namespace plait {

// Puts the pointers that the summary says are stored in order. Leaves out those of which it is not
// known where they went, or what they are, with a gap; bounds their number.
void TidyPublished(Frame* frame);

}  // namespace plait

#endif  // PLAIT_ANALYZER_PUBLISHED_POINTERS_H_
