// Each thread sets bits of its own, which lie in the same words as those of the other one: one at a time.
// FLAGS: -std=gnu++20
#include <bitset>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
std::vector<bool> taken(4000);
std::bitset<4000> marked;

void Take(int from) {
  for (int i = from; i < 4000; i += 2) {
    std::lock_guard<std::mutex> guard(mutex);
    if (!taken[i] && !marked.test(i)) {
      taken[i] = true;
      marked[i] = taken[i];
    }
  }
}

int main() {
  std::thread even(Take, 0), odd(Take, 1);
  even.join();
  odd.join();
  int count = 0;
  for (bool bit : taken) count += bit;
  std::printf("%d\n", static_cast<int>(marked.count()) + count);
}
