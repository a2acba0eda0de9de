// TODAY: unknown: what a variant holds is not followed
#include <thread>
#include <variant>

static int ended;

struct Item {
  int number = 0;
  ~Item() { ended++; }  // MISSED ended: what a variant holds is not followed
};

static void change() {
  std::variant<int, Item> value(std::in_place_type<Item>);
  value = 3;
}

int main() {
  std::thread one(change), other(change);
  one.join();
  other.join();
  return 0;
}
