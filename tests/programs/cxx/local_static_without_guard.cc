// FLAGS: -fno-threadsafe-statics
#include <pthread.h>
#include <stdlib.h>

static void *reader(void *unused) {
  static int seed = rand();  // RACE! seed
  return seed == 0 ? unused : nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, reader, nullptr);
  pthread_create(&b, nullptr, reader, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
