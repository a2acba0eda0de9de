// A loop fills the lower half; the element that the counter then stands at is the other thread's.
#include <pthread.h>

static int table[33];

static void *lower(void *arg) {
  int i;
  for (i = 0; i < 16; i++) table[i] = 1;
  table[i] = 0; // RACE! table[]
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, lower, NULL);
  for (int i = 16; i < 32; i++) table[i] = 2; // RACE! table[]
  pthread_join(t, NULL);
  return table[0] != 1;
}
