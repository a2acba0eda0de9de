// FLAGS: -std=gnu++20
// TODAY: unknown: what a container calls of the program is not followed
// Elements of a map count themselves as they are made: that decides what is written.
#include <map>
#include <thread>

static int made;

struct Item {
  int number;
  Item() : number(++made) {}
};

static int value;

int main() {
  std::map<int, Item> items;
  items[1];
  items[2];
  items[1];
  const bool are_two = made == 2;
  std::thread other([are_two] {
    if (are_two) value = 1; // MISSED value: the elements are not followed
  });
  const int seen = value;
  other.join();
  return seen;
}
