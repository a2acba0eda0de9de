#include <pthread.h>

struct Ledger {
  pthread_mutex_t guard;
  int* sum;
  Ledger() : sum(new int(0)) { pthread_mutex_init(&guard, nullptr); }
};

static Ledger ledger;

static void* add(void* unused) {
  ++*ledger.sum;  // RACE! *ledger.sum
  return unused;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, add, nullptr);
  pthread_create(&b, nullptr, add, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
