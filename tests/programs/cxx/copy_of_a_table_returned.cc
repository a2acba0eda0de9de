// What a copy of the table leads to belongs to all: who has the copy needs no lock for the table,
// but for what it leads to.
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Counter {
  long value = 0;
};
using Table = std::map<std::string, std::shared_ptr<Counter>>;

static std::mutex mutex;
static Table table;

static Table Snapshot() {
  std::lock_guard<std::mutex> lock(mutex);
  return table;
}

int main() {
  table["a"] = std::make_shared<Counter>();
  table["b"] = std::make_shared<Counter>();
  std::thread thread([] {
    const Table copy = Snapshot();
    const auto found = copy.find("b");
    if (found != copy.end()) found->second->value++;  // RACE! Counter.value
  });
  const Table copy = Snapshot();
  const auto found = copy.find("b");
  if (found != copy.end()) found->second->value++;
  thread.join();
  return static_cast<int>(table["b"]->value) < 0;
}
