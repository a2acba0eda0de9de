// How a thread comes to an access, as steps one after the other: created, calls down, locks taken,
// the access. For formats that show paths.
#ifndef PLAIT_REPORT_STORY_H_
#define PLAIT_REPORT_STORY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "proto/report.pb.h"

namespace plait {

struct StoryStep {
  enum Kind { kCreate, kCall, kLock, kAccess };
  Kind kind;
  std::string text;      // printable: "calls add()", "locks 'm'"
  std::string function;  // where it happens, as in the report; empty if not known
  proto::SourceLocation location;
  uint32_t depth;  // of calls below the thread's entry
};

// A report knows where a lock was taken but not in which call: it is put before the next step of
// the same file below it, which is right unless a function of its own takes the lock.
std::vector<StoryStep> StoryOf(const proto::Report& report, const proto::Access& access);

// A step of an execution: "creates thread 1, which runs worker()".
std::string WitnessStepText(const proto::WitnessStep& step);

// "main thread", "thread 1", as the steps of executions call them.
std::string WitnessThreadName(uint32_t thread);

}  // namespace plait

#endif  // PLAIT_REPORT_STORY_H_
