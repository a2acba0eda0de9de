// TODAY: unknown: that the guard has been given back on the way to the handler is not told apart
// A destructor that says so may throw, behind what the scope's other objects still hold.
#include <mutex>
#include <thread>

static std::mutex mutex;
static int unsaved;

struct File {
  ~File() noexcept(false) { throw 1; }
};

static void save() {
  try {
    std::lock_guard<std::mutex> guard(mutex);
    File file;
  } catch (int) {
    unsaved++;  // RACE! unsaved
  }
}

int main() {
  std::thread one(save), other(save);
  one.join();
  other.join();
  return 0;
}
