#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex guard;
static int table;

static void reader(int* out) {
  std::shared_lock<std::shared_mutex> hold(guard);
  *out = table;
}

static void writer() {
  std::unique_lock<std::shared_mutex> hold(guard);
  table++;
}

int main() {
  int a = 0, b = 0;
  std::thread x(reader, &a), y(reader, &b), z(writer);
  x.join();
  y.join();
  z.join();
  return a + b > 2 ? 1 : 0;
}
