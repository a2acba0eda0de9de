// TSAN: silent: it hangs where an exception leaves std::call_once
// Attempts come one after the other, and all of them before what is done behind the last one.
#include <mutex>
#include <thread>

static std::once_flag flag;
static int attempts;

static void connect() {
  if (++attempts == 1) throw 1;
}

static int use() {
  try {
    std::call_once(flag, connect);
  } catch (int) {
    return 0;
  }
  return attempts;
}

int main() {
  std::thread first(use), second(use);
  first.join();
  second.join();
  return attempts;
}
