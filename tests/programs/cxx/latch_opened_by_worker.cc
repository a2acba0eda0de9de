// FLAGS: -std=gnu++20
#include <latch>
#include <thread>

static std::latch done(1);
static int result;

int main() {
  std::thread worker([] {
    result = 4;
    done.count_down();
  });
  done.wait();
  const int seen = result;
  worker.join();
  return seen == 4 ? 0 : 1;
}
