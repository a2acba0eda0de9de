// Which element each thread was handed is known in executions.
#include <mutex>
#include <thread>
#include <vector>

static std::once_flag built;
static std::vector<int> table;

static void build() {
  table.resize(40);
  for (int i = 0; i < 40; ++i) table[i] = i;
}

int main() {
  int sums[2] = {0, 0};
  std::thread threads[2];
  for (int k = 0; k < 2; ++k) {
    threads[k] = std::thread([&sum = sums[k], k] {
      std::call_once(built, build);
      for (int i = k; i < 40; i += 2) sum += table[i];
    });
  }
  for (std::thread& thread : threads) thread.join();
  return sums[0] + sums[1] == 780 ? 0 : 1;
}
