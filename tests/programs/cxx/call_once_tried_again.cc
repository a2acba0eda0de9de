// TSAN: silent: it hangs where an exception leaves std::call_once
// Who comes next tries again, beside the handler of who has failed.
#include <mutex>
#include <thread>

static std::once_flag flag;
static int attempts;

static void connect() {
  attempts++;  // RACE! attempts
  if (attempts == 1) throw attempts;
}

static int use() {
  try {
    std::call_once(flag, connect);
  } catch (int) {
    return attempts;  // RACE! attempts
  }
  return 0;
}

int main() {
  std::thread first(use), second(use);
  first.join();
  second.join();
  return attempts;
}
