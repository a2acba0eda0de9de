// One expression locks, unlocks and changes, its parts separated by commas.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int beats, bars;

static void *drum(void *arg) {
  for (int i = 0; i < 3; i++)
    pthread_mutex_lock(&m), bars++, pthread_mutex_unlock(&m),
        beats++; // RACE! beats
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, drum, NULL);
  pthread_create(&b, NULL, drum, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return bars != 6;
}
