#include <mutex>
#include <thread>

static std::once_flag first, second;
static int table;

static void fill() {
  table++;  // RACE! table
}

int main() {
  std::thread x([] { std::call_once(first, fill); });
  std::thread y([] { std::call_once(second, fill); });
  x.join();
  y.join();
  return 0;
}
