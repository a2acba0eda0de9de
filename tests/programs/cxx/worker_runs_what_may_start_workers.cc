#include <mutex>
#include <queue>
#include <thread>

// The worker calls through a pointer what may itself start the worker.
struct Item {
  void (*function)(void *);
  void *argument;
};

static std::mutex mutex;
static std::queue<Item> &items = *new std::queue<Item>;  // the worker outlives main
static bool started;
static int rounds;

static void Run();

static void Schedule(void (*function)(void *), void *argument) {
  const std::lock_guard<std::mutex> guard(mutex);
  items.push({function, argument});
  if (started) return;
  started = true;
  std::thread(Run).detach();
}

static void Work(void *argument) {
  ++rounds;  // RACE! rounds
  if (*static_cast<int *>(argument) > 0) Schedule(Work, argument);
}

static void Run() {
  for (;;) {
    Item item;
    {
      const std::lock_guard<std::mutex> guard(mutex);
      if (items.empty()) continue;
      item = items.front();
      items.pop();
    }
    item.function(item.argument);
  }
}

int main() {
  static int again = 1;
  Schedule(Work, &again);
  return rounds;  // RACE! rounds
}
