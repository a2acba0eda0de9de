// TODAY: unknown: too little is known of what is in flight, and no execution goes that way
#include <stdexcept>
#include <thread>

static int failures;

[[noreturn]] static void fail() { throw std::runtime_error("no"); }

static void work() {
  try {
    fail();
  } catch (const std::runtime_error&) {
    failures++;  // RACE! failures
  }
}

int main() {
  std::thread first(work), second(work);
  first.join();
  second.join();
  return failures == 2 ? 0 : 1;
}
