// Clearing the whole table with memset also writes the element that the thread counts in.
#include <pthread.h>
#include <string.h>

static int table[8];

static void *count(void *arg) {
  table[6]++; // RACE! table[]
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, count, NULL);
  memset(table, 0, sizeof table); // RACE! table[]
  pthread_join(t, NULL);
  return table[0];
}
