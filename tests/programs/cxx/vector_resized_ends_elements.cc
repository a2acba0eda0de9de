// What a vector drops as it gets smaller runs the destructors of its elements.
#include <thread>
#include <vector>

static int ended;

struct Item {
  int number = 0;
  ~Item() { ended++; }  // RACE! ended
};

static std::vector<Item>& items = *new std::vector<Item>(3);

int main() {
  std::thread thread([] { items.resize(1); });
  ended = 0;
  thread.join();
  return 0;
}
