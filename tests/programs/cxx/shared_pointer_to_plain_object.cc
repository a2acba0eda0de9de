#include <memory>
#include <thread>

int main() {
  auto number = std::make_shared<int>(1);
  std::thread a([number] {
    ++*number;  // RACE! *number
  });
  std::thread b([number] {
    ++*number;  // RACE! *number
  });
  a.join();
  b.join();
  return 0;
}
