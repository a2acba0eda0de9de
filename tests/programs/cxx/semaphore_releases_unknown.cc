// FLAGS: -std=gnu++20
// VERDICT: unknown: how many are let in depends on the arguments
#include <semaphore>
#include <thread>

static std::counting_semaphore<> gate(0);
static int count;

static void work() {
  gate.acquire();
  count++;  // RACE! count
}

int main(int argc, char **argv) {
  (void)argv;
  std::thread a(work), b(work);
  gate.release(argc + 1);
  a.join();
  b.join();
  return 0;
}
