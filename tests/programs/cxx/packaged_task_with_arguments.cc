#include <future>
#include <thread>
#include <utility>

static int weigh(int parcels, int* steps) {
  for (int i = 0; i < parcels; ++i) ++*steps;
  return 2 * parcels;
}

int main() {
  int steps = 0;
  std::packaged_task<int(int, int*)> task(weigh);
  std::future<int> weight = task.get_future();
  std::thread scales(std::move(task), 3, &steps);
  const int total = weight.get();
  const int seen = steps;
  scales.join();
  return total == 6 && seen == 3 ? 0 : 1;
}
