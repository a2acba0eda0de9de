#include <memory>
#include <thread>

static std::unique_ptr<int> shelf;

int main() {
  shelf = std::make_unique<int>(1);
  std::thread other([] {
    *shelf = 3;  // RACE! *shelf
  });
  const int seen = *shelf;  // RACE! *shelf
  other.join();
  return seen;
}
