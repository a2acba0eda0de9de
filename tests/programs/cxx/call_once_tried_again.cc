// TSAN: silent: it hangs where an exception leaves std::call_once
// Who comes next tries again, beside the handler of who has failed.
#include <mutex>
#include <thread>

static std::once_flag flag;
static int attempts, last_failure;

static void connect() {
  attempts++;  // RACE! attempts
  if (attempts == 1) throw attempts;
}

static void use() {
  try {
    std::call_once(flag, connect);
  } catch (int) {
    last_failure = attempts;  // RACE! attempts
  }
}

int main() {
  std::thread first(use), second(use);
  first.join();
  second.join();
  return last_failure;
}
