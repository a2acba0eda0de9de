// TODAY: unknown: a task that is run by who waits for it is not followed
#include <future>

static int count;

static void work() { count++; }

int main() {
  auto task = std::async(std::launch::deferred, work);
  count++;
  task.wait();
  return count;
}
