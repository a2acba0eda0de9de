// The last one to come at the barrier moves on to the next step, while the others wait for him.
// FLAGS: -std=gnu++20
#include <barrier>
#include <thread>

int main() {
  int step = 0;
  int cells[2] = {0, 0};
  auto next = [&]() noexcept { ++step; };
  std::barrier gate(2, next);
  auto work = [&](int id) {
    while (step < 2) {
      cells[(id + step) % 2] += id;
      gate.arrive_and_wait();
    }
  };
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  return step - 2;
}
