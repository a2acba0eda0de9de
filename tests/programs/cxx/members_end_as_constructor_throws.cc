// A constructor that throws ends the members that were made, but not the object.
#include <mutex>
#include <thread>

static std::mutex mutex;
static int made;
static int closed;
static int refused;

struct Count {
  ~Count() { made--; }  // RACE! made
};

struct Session {
  Count count;
  explicit Session(bool fails) {
    if (fails) throw 1;
  }
  ~Session() { closed++; }
};

static void open() {
  try {
    Session session(true);
  } catch (int) {
    std::lock_guard<std::mutex> guard(mutex);
    refused++;
  }
}

int main() {
  std::thread one(open), other(open);
  one.join();
  other.join();
  return 0;
}
