// What locks, semaphores, barriers and their like do, step by step.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_SYNC_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_SYNC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tests/random_programs/machine.h"

namespace plait::random_programs {

absl::Status Undefined(const std::string& what);  // FailedPrecondition
absl::Status TooLarge(const std::string& what);   // OutOfRange

// The cell at an address. FailedPrecondition if there is none, Aborted if it is gone.
absl::StatusOr<int64_t*> CellAt(State* state, int64_t address);

// Whether the call changes nothing that other threads can notice.
bool IsQuietLibrary(Library library);

// Whether the call can go on now. A call whose arguments are no good can: it fails when it is run.
bool IsEnabled(const State& state, int thread, Library library, const std::vector<int64_t>& args);

struct SyncResult {
  bool is_done = true;  // else the same call goes on with the next step
  int64_t value = 0;
};

// One step of a call that is enabled. Errors as Machine::Settle says.
absl::StatusOr<SyncResult> RunSync(State* state, int thread, Library library,
                                   const std::vector<int64_t>& args);

// Whether the caller is to run the function of the flag.
absl::StatusOr<bool> StartOnce(State* state, int64_t flag);
void FinishOnce(State* state, int64_t flag);

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_SYNC_H_
