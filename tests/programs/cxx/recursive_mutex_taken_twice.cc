#include <mutex>
#include <thread>

static std::recursive_mutex guard;
static int depth;

static void dig() {
  std::lock_guard<std::recursive_mutex> outer(guard);
  {
    std::lock_guard<std::recursive_mutex> inner(guard);
    depth++;
  }
  depth++;
}

int main() {
  std::thread a(dig), b(dig);
  a.join();
  b.join();
  return 0;
}
