// Locks that are held where something is accessed, by the names that tell that they are its own.
#ifndef PLAIT_ANALYZER_TRANSFER_ACCESS_LOCKS_H_
#define PLAIT_ANALYZER_TRANSFER_ACCESS_LOCKS_H_

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// The point of the access, with locks that are held there by other names. Of each row, that of the
// element that it is to, or that has its number; of the first element, if it is to none. And those
// of the lesser and of the greater of two numbers, by these. `state`: what is known there.
PointId WithLocksOf(Frame& frame, const State& state, const Access& access);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_ACCESS_LOCKS_H_
