// Clearing the first elements with memset leaves alone the element that the thread counts in.
#include <pthread.h>
#include <string.h>

static int table[8];

static void *count(void *arg) {
  table[6]++;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, count, NULL);
  memset(table, 0, 4 * sizeof table[0]);
  pthread_join(t, NULL);
  return table[6] != 1;
}
