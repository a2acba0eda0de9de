// The handler comes after what the task did before it threw.
#include <future>

static int tried;

static void attempt() {
  tried++;
  throw 1;
}

int main() {
  auto task = std::async(std::launch::async, attempt);
  try {
    task.get();
    tried = 0;
  } catch (int) {
    tried++;
  }
  return tried;
}
