// Merging points: locks, and threads that run or have been joined.
#ifndef PLAIT_ANALYZER_TRANSFER_JOIN_POINT_H_
#define PLAIT_ANALYZER_TRANSFER_JOIN_POINT_H_

#include <cstdint>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// Merges `b`, arriving at `block`, into `a`; around a loop if `back_edge`.
void JoinPoints(Frame& frame, uint32_t block, bool back_edge, Point* a, const Point& b);

// The point of the summary that stands for both.
PointId JoinedPoint(Frame& frame, PointId a, PointId b);

// Notes that the thread may end at the point. Only few of these are told apart, since each call of
// a procedure would bring all of its again.
// `result`: the pointer it ends with, kNothing if there is none.
void AddThreadEnd(Frame& frame, PointId point, TermId result);

// Adds threads that run now, or that have been joined, to the point.
void AddLive(Frame& frame, Point* point, ThreadRange range);
void AddJoined(Frame& frame, Point* point, ThreadRange range);

// A process that fork has made has the thread that called it, and no other one.
void EnterChild(Point* point);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_JOIN_POINT_H_
