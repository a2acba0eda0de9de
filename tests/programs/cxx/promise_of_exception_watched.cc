#include <exception>
#include <future>
#include <stdexcept>
#include <thread>

static int attempts;

int main() {
  std::promise<int> promise;
  auto result = promise.get_future();
  std::thread worker([&] {
    promise.set_exception(std::make_exception_ptr(std::runtime_error("no")));
    attempts++;  // RACE! attempts
  });
  try {
    result.get();
  } catch (const std::runtime_error&) {
    attempts++;  // RACE! attempts
  }
  worker.join();
  return attempts;
}
