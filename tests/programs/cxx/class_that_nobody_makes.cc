// Which task a name stands for is found in a table. Tasks of one class would count without the lock; they are made in a
// function that nobody calls.
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
    ++count;
  }
};

class Careless : public Task {
 public:
  void Run() override { ++count; }
};

using Table = std::map<std::string, std::unique_ptr<Task>>;

void Run(Table& table, const char* name) { table.at(name)->Run(); }

void UseCareless() {
  Careless task;
  task.Run();
}

int main() {
  Table table;
  table["careful"] = std::make_unique<Careful>();
  std::thread other([&] { Run(table, "careful"); });
  Run(table, "careful");
  other.join();
  std::printf("%d\n", count);
}
