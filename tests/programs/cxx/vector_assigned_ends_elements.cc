// A vector that is assigned over ends the elements that it had, here before a lock is taken.
#include <mutex>
#include <thread>
#include <vector>

static std::mutex mutex;
static int ended;

struct Item {
  int number = 0;
  ~Item() { ended++; }  // RACE! ended
};

static std::vector<Item> kept(2);

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    ended = 0;
  });
  kept = std::vector<Item>();
  thread.join();
  return 0;
}
