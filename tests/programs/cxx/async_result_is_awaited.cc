#include <future>

static int work;

static int compute(int n) {
  work = n;
  return n + 1;
}

int main() {
  std::future<int> result = std::async(std::launch::async, compute, 4);
  const int value = result.get();
  return value == 5 && work == 4 ? 0 : 1;
}
