// FLAGS: -std=gnu++20
#include <semaphore>
#include <thread>

static std::binary_semaphore ready(0);
static int parcel;

int main() {
  std::thread sender([] {
    parcel = 3;
    ready.release();
  });
  ready.acquire();
  const int seen = parcel;
  sender.join();
  return seen == 3 ? 0 : 1;
}
