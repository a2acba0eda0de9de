// One expression locks, changes and unlocks, its parts separated by commas.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int beats;

static void *drum(void *arg) {
  for (int i = 0; i < 3; pthread_mutex_lock(&m), beats++, pthread_mutex_unlock(&m)) i++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, drum, NULL);
  pthread_create(&b, NULL, drum, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return beats != 6;
}
