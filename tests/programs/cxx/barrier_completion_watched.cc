// Who does not come to the barrier does not wait for its completion.
// FLAGS: -std=gnu++20
#include <barrier>
#include <thread>

int main() {
  int step = 0;
  auto next = [&]() noexcept { ++step; };  // RACE! step
  std::barrier gate(2, next);
  auto work = [&] { gate.arrive_and_wait(); };
  std::thread a(work), b(work);
  const int seen = step;  // RACE! step
  a.join();
  b.join();
  return seen > 1 ? 1 : 0;
}
