// The argument of push_back waits for the thread, which looks at the vector before it lets it go on.
#include <future>
#include <thread>
#include <vector>

static std::vector<int> numbers;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  numbers.push_back(1);
  std::thread thread([&promise] { promise.set_value(static_cast<int>(numbers.size())); });
  numbers.push_back(future.get());
  thread.join();
  return numbers.size() == 3;
}
