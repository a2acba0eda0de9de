// The loser of a compare-and-exchange follows the pointer it finds, which its failure does not order: of
// the one order that is given, release, nothing is left for it.
// TODAY: unknown: what lies behind a pointer that is found relaxed is not followed
// TSAN: silent: the second thread may come too late
#include <pthread.h>

#include <atomic>

struct Config {
  int size;
};

static std::atomic<Config *> instance;

static Config *Get() {
  Config *found = instance.load(std::memory_order_acquire);
  if (found != nullptr) return found;
  Config *made = new Config;
  made->size = 4; // MISSED made->size: as above
  if (instance.compare_exchange_strong(found, made, std::memory_order_release)) return made;
  delete made;
  return found;
}

static void *Work(void *arg) {
  return Get()->size > 5 ? arg : nullptr; // MISSED made->size: as above
}

int main(int argc, char **argv) {
  (void)argv;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  pthread_t a, b;
  pthread_create(&a, nullptr, Work, nullptr);
  pthread_create(&b, nullptr, Work, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
