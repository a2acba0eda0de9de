// A vector without room makes its elements anew, each of the old one.
#include <thread>
#include <utility>
#include <vector>

static int moves;

struct Item {
  int number = 0;
  Item() = default;
  Item(Item&& other) noexcept : number(other.number) { moves++; }  // RACE! moves
};

static void grow() {
  std::vector<Item> items(2);
  items.reserve(8);
}

int main() {
  std::thread one(grow), other(grow);
  one.join();
  other.join();
  return 0;
}
