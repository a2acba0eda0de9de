// Both parts of the array have the element in the middle.
#include <pthread.h>

static int table[100], middle;

static void *lower(void *arg) {
  for (int i = 0; i <= middle; i++) table[i] = 1; // RACE! table[]
  return arg;
}

static void *upper(void *arg) {
  for (int i = middle; i < 100; i++) table[i] = 2; // RACE! table[]
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  middle = argc % 100;
  pthread_create(&a, NULL, lower, NULL);
  pthread_create(&b, NULL, upper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return table[99] != 2;
}
