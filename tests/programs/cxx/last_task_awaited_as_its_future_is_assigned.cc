// A future of std::async waits for its thread as another one is put in its place.
#include <future>

static int counted;

int main() {
  std::future<void> future;
  for (int i = 0; i < 3; i++) {
    future = {};
    future = std::async(std::launch::async, [] { counted++; });
  }
  future = {};
  return counted == 0;
}
