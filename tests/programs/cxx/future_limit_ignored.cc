// TSAN: silent: within the limit the thread has mostly come to its end
#include <chrono>
#include <future>
#include <thread>
#include <utility>

static int parcel;

int main() {
  std::promise<void> sent;
  std::future<void> arrived = sent.get_future();
  std::thread sender(
      [](std::promise<void> mine) {
        parcel = 8;  // RACE! parcel
        mine.set_value();
      },
      std::move(sent));
  arrived.wait_for(std::chrono::milliseconds(5));
  const int seen = parcel;  // RACE! parcel
  sender.join();
  return seen;
}
