// A handler by value gets a copy.
#include <thread>

static int copies;

struct Failure {
  int code = 1;
  Failure() = default;
  Failure(const Failure& other) : code(other.code) { copies++; }  // RACE! copies
};

static void fail() {
  try {
    throw Failure();
  } catch (Failure failure) {
    failure.code = 0;
  }
}

int main() {
  std::thread one(fail), other(fail);
  one.join();
  other.join();
  return 0;
}
