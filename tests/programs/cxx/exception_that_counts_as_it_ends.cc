// TODAY: unknown: how an exception is destroyed is not followed
#include <thread>

static int ended;

struct Failure {
  ~Failure() { ended++; }  // MISSED ended: how an exception is destroyed is not followed
};

static void fail() {
  try {
    throw Failure();
  } catch (const Failure&) {
  }
}

int main() {
  std::thread one(fail), other(fail);
  one.join();
  other.join();
  return 0;
}
