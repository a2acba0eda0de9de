// TODAY: unknown: what thread-local objects do as their thread ends is not followed
#include <thread>

static long all;

struct Tally {
  long own = 0;
  ~Tally() { all += own; }  // MISSED all: destructors of thread-local objects are not followed
};

static thread_local Tally tally;

static void count() { tally.own++; }

int main() {
  std::thread one(count), other(count);
  one.join();
  other.join();
  return 0;
}
