// The handler of a constructor as a whole also sees what its members throw, and passes that on.
#include <mutex>
#include <thread>

static std::mutex mutex;
static int failed;
static int passed_on;

struct Number {
  explicit Number(int value) {
    if (value < 0) throw value;
  }
};

struct Account {
  Number number;
  explicit Account(int value) try : number(value) {
  } catch (int) {
    failed++;  // RACE! failed
  }
};

static void open() {
  try {
    Account account(-1);
  } catch (int) {
    std::lock_guard<std::mutex> guard(mutex);
    passed_on++;
  }
}

int main() {
  std::thread one(open), other(open);
  one.join();
  other.join();
  return 0;
}
