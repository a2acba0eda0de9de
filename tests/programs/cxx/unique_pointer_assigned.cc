// What deletes the object is an empty class, and lies where the pointer lies.
#include <memory>
#include <mutex>
#include <thread>

static std::mutex guard;
static std::unique_ptr<int> shelf;

static void put(int parcel) {
  std::lock_guard<std::mutex> lock(guard);
  shelf = std::make_unique<int>(parcel);
}

int main() {
  put(1);
  std::thread other([] {
    std::lock_guard<std::mutex> lock(guard);
    *shelf = 3;
  });
  put(2);
  other.join();
  return *shelf == 0 ? 1 : 0;
}
