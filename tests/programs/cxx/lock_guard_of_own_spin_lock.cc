#include <pthread.h>

#include <mutex>
#include <thread>

class Spin {
 public:
  Spin() { pthread_spin_init(&spin_, 0); }
  void lock() { pthread_spin_lock(&spin_); }
  void unlock() { pthread_spin_unlock(&spin_); }

 private:
  pthread_spinlock_t spin_;
};

static Spin guard;
static int sum;

static void add(int amount) {
  std::lock_guard<Spin> hold(guard);
  sum += amount;
}

int main() {
  std::thread a(add, 1), b(add, 2);
  a.join();
  b.join();
  return 0;
}
