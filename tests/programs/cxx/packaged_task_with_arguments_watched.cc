#include <future>
#include <thread>
#include <utility>

static int weigh(int parcels, int* steps) {
  *steps = parcels;  // RACE! steps
  return 2 * parcels;
}

int main() {
  int steps = 0;
  std::packaged_task<int(int, int*)> task(weigh);
  std::future<int> weight = task.get_future();
  std::thread scales(std::move(task), 3, &steps);
  const int seen = steps;  // RACE! steps
  const int total = weight.get();
  scales.join();
  return total + seen;
}
