#include <future>

static int work;

static int compute(int n) {
  work = n;  // RACE! work
  return n + 1;
}

int main() {
  std::future<int> result = std::async(std::launch::async, compute, 4);
  work = 1;  // RACE! work
  return result.get() + work;
}
