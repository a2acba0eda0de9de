// TODAY: unknown: what a container makes by itself is made on a branch of which nothing is known
#include <list>
#include <memory>
#include <thread>

struct Slot {
  std::unique_ptr<int> number = std::make_unique<int>(3);
};

int main() {
  std::list<Slot> slots(3);
  Slot& first = slots.front();
  std::thread writer([&first] { *first.number = 1; });  // RACE! *first.number
  *first.number = 2;  // RACE! *first.number
  writer.join();
  return 0;
}
