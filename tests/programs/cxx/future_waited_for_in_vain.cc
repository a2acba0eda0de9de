#include <chrono>
#include <cstdio>
#include <future>
#include <thread>

int main() {
  int sum = 0;
  auto done = std::async(std::launch::async, [&sum] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    sum = 5;  // RACE! sum
  });
  if (done.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout) {
    std::printf("so far %d\n", sum);  // RACE! sum
  }
  done.get();
  return 0;
}
