// TODAY: unknown: who calls a virtual function that the library declares is not followed
#include <exception>
#include <thread>

static int asked;

struct Failure : std::exception {
  const char* what() const noexcept override {
    asked++;  // MISSED asked: functions of exceptions that the library declares are not followed
    return "failure";
  }
};

static void fail() {
  try {
    throw Failure();
  } catch (const std::exception& failure) {
    failure.what();
  }
}

int main() {
  std::thread one(fail), other(fail);
  one.join();
  other.join();
  return 0;
}
