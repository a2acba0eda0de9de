// FLAGS: -std=gnu++20
#include <map>
#include <mutex>
#include <string>
#include <thread>

struct Item {
  std::string name;
  int price = 0;
};

std::map<std::string, Item> items;
std::mutex lock;

static std::string Name(int i) { return "item-" + std::to_string(i); }

static void Add(Item item) {
  const std::lock_guard guard(lock);
  std::string key = item.name;
  items.insert_or_assign(std::move(key), std::move(item));
}

static void Reprice(int i, int price) {
  const std::lock_guard guard(lock);
  const auto found = items.find(Name(i));
  if (found != items.end()) found->second.price = price;  // RACE! price
}

static std::map<std::string, Item>::iterator Find(const std::string& name) {
  const std::lock_guard guard(lock);
  return items.find(name);
}

int main() {
  for (int i = 0; i < 3; ++i) Add({Name(i), i});
  std::thread other([] {
    for (int i = 0; i < 6; ++i) Reprice(i, 10 * i);
  });
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    const auto found = Find(Name(i));
    if (found == items.end()) continue;
    sum += found->second.price;  // RACE! price
  }
  other.join();
  return sum < 0;
}
