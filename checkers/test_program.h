// Programs as IR text, checked for data races.
#ifndef PLAIT_CHECKERS_TEST_PROGRAM_H_
#define PLAIT_CHECKERS_TEST_PROGRAM_H_

#include <functional>
#include <string>
#include <vector>

#include "proto/report.pb.h"
#include "summaries/summary.h"

namespace plait {

// The report on a program of these procedures, which may use the variables `counter`, `other`,
// `slots` and `threads` and the mutexes `m` and `n`, in the file a.c.
// `change`, if any, is made to each summary before the check. With `knows_models`, the checker
// looks at code as well, but for executions.
proto::Report CheckText(const std::string& procedures,
                        const std::function<void(Summary*)>& change = nullptr,
                        bool knows_models = false);

// The same with knowledge of models.
proto::Report CheckCode(const std::string& procedures);

// The variables with races, as "name:CONFIDENCE_...".
std::vector<std::string> Variables(const proto::Report& report);

// Why the verdict is not certain, one reason a line.
std::string Reasons(const proto::Report& report);

// A thread that adds to the counter, and one that does so with the lock m.
inline constexpr char kIncrement[] = R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.i4 @counter "counter" at 1:3
  r1 = add.i4 r1, 1
  store.i4 @counter, r1 "counter" at 1:3
  ret 0
}
)ir";

inline constexpr char kLockedIncrement[] = R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call pthread_mutex_lock(@m)
  r1 = load.i4 @counter "counter" at 1:3
  r1 = add.i4 r1, 1
  store.i4 @counter, r1 "counter" at 1:3
  call pthread_mutex_unlock(@m)
  ret 0
}
)ir";

}  // namespace plait

#endif  // PLAIT_CHECKERS_TEST_PROGRAM_H_
