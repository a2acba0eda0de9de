// Each thread has a pointer of its own, but all lead to the one object.
#include <pthread.h>
#include <stdlib.h>

struct arena {
  int id;
  int used;
};
static struct arena fallback;
static __thread struct arena *own = &fallback;

static void *run(void *arg) {
  for (int i = 0; i < 100; i++) own->used++; // RACE! fallback.used
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return fallback.used;
}
