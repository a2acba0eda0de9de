// The lock is taken in just the case in which the value is not touched.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int updates;

static void *run(void *arg) {
  int active = arg != NULL;
  if (!active) pthread_mutex_lock(&m);
  if (active) updates++; // RACE! updates
  if (!active) pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, &m);
  pthread_create(&b, NULL, run, &m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return updates == 0;
}
