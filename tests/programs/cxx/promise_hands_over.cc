#include <future>
#include <thread>

static int parcel;

int main() {
  std::promise<int> sent;
  std::future<int> arrived = sent.get_future();
  std::thread sender([&sent] {
    parcel = 8;
    sent.set_value(1);
  });
  arrived.get();
  const int seen = parcel;
  sender.join();
  return seen == 8 ? 0 : 1;
}
