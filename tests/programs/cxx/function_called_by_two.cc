// A std::function that is only called is nobody's to write.
#include <functional>
#include <mutex>
#include <thread>

int main() {
  int received = 0;
  std::mutex mutex;
  const std::function<void(int)> progress = [&received, &mutex](int more) {
    std::lock_guard<std::mutex> lock(mutex);
    received += more;
  };
  std::thread other([&] { progress(1); });
  progress(2);
  other.join();
  return received;
}
