// The future of a promise waits for nobody as another one is put in its place.
#include <future>
#include <thread>

static int counted;

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread thread([&promise] {
    counted++;  // RACE! counted
    promise.set_value();
  });
  future = {};
  counted++;  // RACE! counted
  thread.join();
  return counted == 0;
}
