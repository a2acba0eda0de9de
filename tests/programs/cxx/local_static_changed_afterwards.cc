#include <pthread.h>
#include <stdlib.h>

static void *counter(void *unused) {
  static int calls = rand();
  calls++;  // RACE! calls
  return unused;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, counter, nullptr);
  pthread_create(&b, nullptr, counter, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
