#include <string>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "driver/cli.h"

#ifdef PLAIT_HAS_TCMALLOC
#include "driver/heap.h"
#endif

int main(int argc, char** argv) {
#ifdef PLAIT_HAS_TCMALLOC
  plait::UseHugePages();
#endif
  // Debian builds Abseil with lock-order checks, which cost more than the locks.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  return plait::RunCommand(std::vector<std::string>(argv + 1, argv + argc));
}
