// Whether what a thread does on one way through its procedures comes before what it does on another
// one, each time, by the code alone.
#ifndef PLAIT_CHECKERS_WAY_ORDER_H_
#define PLAIT_CHECKERS_WAY_ORDER_H_

#include "checkers/origin_walk.h"
#include "checkers/thread_tree.h"

namespace plait {

// Whether, whenever the thread comes to the end of `then`, it has come to the end of `first` since
// it was there last, or if `once` is set ever. False if it is not known, as in recursion.
bool ComesFirst(const ThreadTree& tree, const Way& first, const Way& then, bool once);

// Whether the thread comes to the end of the way at most once in each turn of one loop, which it
// runs through once.
bool IsOncePerTurn(const ThreadTree& tree, const Way& way);

}  // namespace plait

#endif  // PLAIT_CHECKERS_WAY_ORDER_H_
