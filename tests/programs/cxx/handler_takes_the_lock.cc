#include <mutex>
#include <thread>

struct Failure {
  int code;
};
struct Refusal : Failure {};

static std::mutex store_lock;
static int rows, refused, others;

static void store(int value) {
  std::lock_guard<std::mutex> held(store_lock);
  if (value % 5 == 0) throw Refusal{{value}};
  if (value % 7 == 0) throw value;
  rows++;
}

static void store_twice(int value) {
  try {
    store(value);
    store(value + 1);
  } catch (const Refusal &) {
    throw;
  } catch (int) {
    std::lock_guard<std::mutex> held(store_lock);
    others++;
  }
}

static void import(int from, int to) {
  for (int value = from; value < to; value++) {
    try {
      store_twice(value);
    } catch (const Failure &failure) {
      std::lock_guard<std::mutex> held(store_lock);
      refused += failure.code;
    }
  }
}

int main() {
  std::thread a(import, 0, 100), b(import, 100, 200);
  a.join();
  b.join();
  return rows + refused + others;
}
