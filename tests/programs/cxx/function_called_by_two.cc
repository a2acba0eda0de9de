// A std::function that is only called is nobody's to write, though what it refers to is.
#include <functional>
#include <thread>

int main() {
  int received = 0;
  const std::function<void(int)> progress = [&received](int more) {
    received += more;  // RACE! received
  };
  std::thread other([&] { progress(1); });
  progress(2);
  other.join();
  return received;
}
