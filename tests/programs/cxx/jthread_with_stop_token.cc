// FLAGS: -std=gnu++20
#include <stop_token>
#include <thread>

static int turns;

int main() {
  std::jthread counter([](std::stop_token stop) {
    do {
      ++turns;  // RACE! turns
    } while (!stop.stop_requested());
  });
  const int now = turns;  // RACE! turns
  counter.request_stop();
  return now;
}
