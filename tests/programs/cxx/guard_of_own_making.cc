#include <pthread.h>

#include <thread>

class Holder {
 public:
  explicit Holder(pthread_mutex_t& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
  ~Holder() { pthread_mutex_unlock(&mutex_); }
  Holder(const Holder&) = delete;

 private:
  pthread_mutex_t& mutex_;
};

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(int amount) {
  if (amount == 0) return;
  Holder hold(guard);
  if (amount > 9) return;
  sum += amount;
}

int main() {
  std::thread a(add, 1), b(add, 2);
  a.join();
  b.join();
  return 0;
}
