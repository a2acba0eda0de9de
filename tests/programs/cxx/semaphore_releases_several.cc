// FLAGS: -std=gnu++20
// Both threads are let in at once.
#include <semaphore>
#include <thread>

static std::counting_semaphore<> gate(0);
static int count;

static void work() {
  gate.acquire();
  count++;  // RACE! count
}

int main() {
  std::thread a(work), b(work);
  gate.release(2);
  a.join();
  b.join();
  return 0;
}
