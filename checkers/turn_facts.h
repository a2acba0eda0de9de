// What is known of the turns of a thread's loops in which it makes an access.
#ifndef PLAIT_CHECKERS_TURN_FACTS_H_
#define PLAIT_CHECKERS_TURN_FACTS_H_

#include <vector>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/term.h"

namespace plait {

// Numbers that are not negative where the access, whose span is set, is made: of the conditions of
// its point those on counters of the thread's own loops that its span depends on, a few at most.
// `accesses`: all of all threads.
std::vector<TermId> TurnFacts(ThreadTree& tree, const SharedAccess& access,
                              const AccessesByObject& accesses);

}  // namespace plait

#endif  // PLAIT_CHECKERS_TURN_FACTS_H_
