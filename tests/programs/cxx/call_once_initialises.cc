#include <mutex>
#include <thread>

static std::once_flag flag;
static int table;

static void fill(int value) { table = value; }

static void user(int* out) {
  std::call_once(flag, fill, 6);
  *out = table;
}

int main() {
  int a = 0, b = 0;
  std::thread x(user, &a), y(user, &b);
  x.join();
  y.join();
  return a + b == 12 ? 0 : 1;
}
