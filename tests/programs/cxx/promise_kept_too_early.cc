#include <future>
#include <thread>

static int parcel;

int main() {
  std::promise<void> sent;
  std::future<void> arrived = sent.get_future();
  std::thread sender([&sent] {
    sent.set_value();
    parcel = 8;  // RACE! parcel
  });
  arrived.get();
  const int seen = parcel;  // RACE! parcel
  sender.join();
  return seen;
}
