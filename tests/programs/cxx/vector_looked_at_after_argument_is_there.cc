// The argument of push_back waits for the thread, which looks at the vector once it has let it go on.
#include <future>
#include <thread>
#include <vector>

static std::vector<int> numbers;
static size_t count;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  numbers.push_back(1);
  std::thread thread([&promise] {
    promise.set_value(5);
    count = numbers.size();  // RACE! numbers._M_impl._M_finish
  });
  numbers.push_back(future.get());  // RACE! numbers._M_impl
  thread.join();
  return count == 3;
}
