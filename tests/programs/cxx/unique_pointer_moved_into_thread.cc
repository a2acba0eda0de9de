#include <memory>
#include <thread>
#include <utility>

int main() {
  auto number = std::make_unique<int>(1);
  std::thread owner([mine = std::move(number)] { ++*mine; });
  owner.join();
  return 0;
}
