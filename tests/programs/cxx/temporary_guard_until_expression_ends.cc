// A temporary that holds a lock does so until the end of the whole expression, and no longer.
#include <mutex>
#include <thread>

static std::mutex guard;
static int inside, behind;

static void count() {
  (void)(std::lock_guard<std::mutex>{guard}, inside++);
  behind++;  // RACE! behind
}

int main() {
  std::thread a(count), b(count);
  a.join();
  b.join();
  return inside + behind;
}
