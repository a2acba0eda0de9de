#include <shared_mutex>
#include <thread>

static std::shared_mutex guard;
static int table;

static void writer() {
  std::shared_lock<std::shared_mutex> hold(guard);
  table++;  // RACE! table
}

int main() {
  std::thread x(writer), y(writer);
  x.join();
  y.join();
  return 0;
}
