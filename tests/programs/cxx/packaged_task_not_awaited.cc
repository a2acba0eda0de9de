#include <future>
#include <thread>
#include <utility>

static int parcel;

int main() {
  std::packaged_task<int()> task([] {
    parcel = 8;  // RACE! parcel
    return 1;
  });
  std::future<int> arrived = task.get_future();
  std::thread sender(std::move(task));
  const int seen = parcel;  // RACE! parcel
  arrived.get();
  sender.join();
  return seen;
}
