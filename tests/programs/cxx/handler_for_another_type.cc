#include <thread>

struct Full {};
struct Empty {};

static int full, empty;

static void put(int value) {
  if (value > 3) throw Full();
}

static void work(int value) {
  try {
    put(value);
  } catch (const Empty &) {
    empty++;  // nobody throws it
  } catch (const Full &) {
    full++;  // RACE! full
  }
}

int main() {
  std::thread a(work, 7), b(work, 8);
  a.join();
  b.join();
  return full + empty;
}
