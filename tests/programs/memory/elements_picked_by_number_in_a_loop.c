// Each thread goes through all elements, and writes those of its own number.
#include <pthread.h>

static int elements[64];
static int turns;

static void *fill(void *arg) {
  const long own = (long)arg;
  for (long i = 0; i < 64; i++) {
    if (i % 2 == own) elements[i] = turns;
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t[2];
  turns = argc;
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, fill, (void *)i);
  for (long i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return argv[0] == NULL;
}
