// TODAY: unknown: which elements are assigned, and whether any is, depends on where one is erased
// What lies behind an element that is erased is assigned one by one.
#include <thread>
#include <vector>

static int assigned;

struct Item {
  int number = 0;
  Item() = default;
  Item(const Item&) = default;
  Item& operator=(const Item& other) {
    number = other.number;
    assigned++;  // RACE! assigned
    return *this;
  }
};

static void drop() {
  std::vector<Item> items(3);
  items.erase(items.begin());
}

int main() {
  std::thread one(drop), other(drop);
  one.join();
  other.join();
  return 0;
}
