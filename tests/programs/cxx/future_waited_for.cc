#include <future>
#include <thread>
#include <utility>

static int parcel;

int main() {
  std::promise<void> sent;
  std::future<void> arrived = sent.get_future();
  std::thread sender(
      [](std::promise<void> mine) {
        parcel = 8;
        mine.set_value();
      },
      std::move(sent));
  arrived.wait();
  const int seen = parcel;
  sender.join();
  return seen == 8 ? 0 : 1;
}
