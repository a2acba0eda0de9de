#include <future>
#include <thread>
#include <utility>

static int parcel;

int main() {
  std::packaged_task<int()> task([] {
    parcel = 8;
    return 1;
  });
  std::future<int> arrived = task.get_future();
  std::thread sender(std::move(task));
  const int one = arrived.get();
  const int seen = parcel;
  sender.join();
  return seen == 8 && one == 1 ? 0 : 1;
}
