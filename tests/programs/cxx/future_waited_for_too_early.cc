#include <future>
#include <thread>
#include <utility>

static int parcel;

int main() {
  std::promise<void> sent;
  std::future<void> arrived = sent.get_future();
  std::thread sender(
      [](std::promise<void> mine) {
        mine.set_value();
        parcel = 8;  // RACE! parcel
      },
      std::move(sent));
  arrived.wait();
  const int seen = parcel;  // RACE! parcel
  sender.join();
  return seen;
}
