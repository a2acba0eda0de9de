// Which task a name stands for is found in a table. Tasks of one class count without the lock; one of
// them is made.
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

int count = 0;
std::mutex mutex;

class Task {
 public:
  virtual ~Task() = default;
  virtual void Run() = 0;
};

class Careful : public Task {
 public:
  void Run() override {
    std::lock_guard<std::mutex> guard(mutex);
    ++count;  // MISSED count: which of the two is called is not known
  }
};

class Careless : public Task {
 public:
  void Run() override { ++count; }  // MISSED count: which of the two is called is not known
};

using Table = std::map<std::string, std::unique_ptr<Task>>;

void Run(Table& table, const char* name) { table.at(name)->Run(); }

int main() {
  Table table;
  table["careful"] = std::make_unique<Careful>();
  table["careless"] = std::make_unique<Careless>();
  std::thread other([&] { Run(table, "careless"); });
  Run(table, "careful");
  other.join();
  std::printf("%d\n", count);
}
