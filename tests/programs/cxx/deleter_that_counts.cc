// TODAY: unknown: what a shared object's deleter does is not followed
// The last owner runs the deleter, which counts.
#include <memory>
#include <thread>

static int deleted;

static void count_and_delete(const int* number) {
  deleted++;
  delete number;
}

int main() {
  std::thread thread([] { std::shared_ptr<int> number(new int(1), count_and_delete); });
  deleted++;  // MISSED deleted: the deleter is not followed
  thread.join();
  return deleted;
}
