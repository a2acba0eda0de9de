// TODAY: unknown: that the guard has been given back on the way out is not told apart
// A constructor that throws ends the members that were made: the guard before the count.
#include <mutex>
#include <thread>

static std::mutex mutex;
static int made;
static int begun;

struct Count {
  ~Count() { made--; }  // RACE! made
};

struct Session {
  Count count;
  std::unique_lock<std::mutex> guard{mutex};
  explicit Session(bool fails) {
    begun++;
    if (fails) throw 1;
  }
};

static void open() {
  try {
    Session session(true);
  } catch (int) {
  }
}

int main() {
  std::thread one(open), other(open);
  one.join();
  other.join();
  return 0;
}
