// FLAGS: -std=gnu++20
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> ready(0);
static int parcel;

int main() {
  std::thread sender([] {
    ready.release();
    parcel = 3;  // RACE! parcel
  });
  ready.acquire();
  const int seen = parcel;  // RACE! parcel
  sender.join();
  return seen;
}
