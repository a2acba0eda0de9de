// Who asks for the result of a task gets what it threw, and goes on in the handler.
#include <future>
#include <stdexcept>

static int failures, finished;

static int divide(int by) {
  if (by == 0) throw std::invalid_argument("by");
  return 8 / by;
}

int main() {
  auto other = std::async(std::launch::async, [] { failures++; });  // RACE! failures
  auto result = std::async(std::launch::async, divide, 0);
  try {
    finished += result.get();
  } catch (const std::invalid_argument&) {
    failures++;  // RACE! failures
  }
  other.get();
  return failures + finished;
}
