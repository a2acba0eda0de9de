// A lock that is passed by value is given back when the call is over.
#include <mutex>
#include <thread>
#include <utility>

static std::mutex guard;
static int sum, calls;

static void add(std::unique_lock<std::mutex> held, int amount) {
  if (held.owns_lock()) sum += amount;
}

static void work(int amount) {
  add(std::unique_lock<std::mutex>(guard), amount);
  calls++;  // RACE! calls
}

int main() {
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
  return sum + calls;
}
