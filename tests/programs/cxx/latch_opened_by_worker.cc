// TODAY: unknown: a latch is told apart from a semaphore by nothing
// FLAGS: -std=gnu++20
#include <latch>
#include <thread>

static std::latch done(1);
static int result;

int main() {
  std::thread worker([] {
    result = 4;  // FALSE-ALARM result: before the latch is opened
    done.count_down();
  });
  done.wait();
  const int seen = result;  // FALSE-ALARM result: after it was opened
  worker.join();
  return seen == 4 ? 0 : 1;
}
