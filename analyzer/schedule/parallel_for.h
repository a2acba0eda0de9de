// Work that several threads share.
#ifndef PLAIT_ANALYZER_SCHEDULE_PARALLEL_FOR_H_
#define PLAIT_ANALYZER_SCHEDULE_PARALLEL_FOR_H_

#include <cstddef>
#include <functional>

namespace plait {

// How many threads a number of jobs stands for: 0 for one for each core.
int ThreadsOf(int jobs);

// Runs `work(i)` for all i < count, in that order, on so many threads (0: one for each core), each
// with a stack large enough for deeply nested sources.
void ParallelFor(int threads, size_t count, const std::function<void(size_t)>& work);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_PARALLEL_FOR_H_
