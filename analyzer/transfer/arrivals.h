// How often a thread has come through barriers (Arrivals): of two accesses by threads that all come
// to one, the counts say which is first.
#ifndef PLAIT_ANALYZER_TRANSFER_ARRIVALS_H_
#define PLAIT_ANALYZER_TRANSFER_ARRIVALS_H_

#include <cstdint>
#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// The thread has come through the barrier that many times more.
void AddArrivals(Frame& frame, const Arrivals& more, Point* point);

// Where ways meet, `a` becomes what holds on both. Around a loop, a count that grows by one number
// in each turn is that many times its turns.
void JoinArrivals(Frame& frame, uint32_t block, bool back_edge, std::vector<Arrivals>* a,
                  const std::vector<Arrivals>& b);

// It may have come through any barrier since, and have moved the end of any ring.
void ForgetRounds(Frame& frame, State* state);

// The barriers and counts have new names.
void SortArrivals(TermTable& terms, std::vector<Arrivals>* all);

// Sets for whom it holds that a result has told so, as far as branches in the state say.
void SettleLast(const State& state, Point* point);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_ARRIVALS_H_
