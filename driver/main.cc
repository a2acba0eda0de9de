#include <string>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "driver/cli.h"

int main(int argc, char** argv) {
  // Debian builds Abseil with lock-order checks, which cost more than the locks.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  return plait::RunCommand(std::vector<std::string>(argv + 1, argv + argc));
}
