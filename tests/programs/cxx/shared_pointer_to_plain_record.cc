// A record without a constructor of its own is made with zeros in it.
#include <memory>
#include <thread>

struct counts {
  int read;
  int written;
};

int main() {
  auto mine = std::make_shared<counts>();
  std::thread other([mine] { mine->read++; });
  mine->written++;
  other.join();
  return mine->read + mine->written;
}
