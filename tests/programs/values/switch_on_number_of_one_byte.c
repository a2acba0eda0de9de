// No thread has a number for which the switch counts.
#include <pthread.h>
#include <stdint.h>

static int hits;

static void *count(void *arg) {
  int8_t number = (int8_t)(intptr_t)arg;
  switch (number) {
    case 3:
      hits++;
      break;
    case 6:
      hits++;
      break;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, (void *)0);
  pthread_create(&b, NULL, count, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return hits;
}
