// Where the two parts of the array meet is another number when the second thread starts.
#include <pthread.h>

static int table[100], middle;

static void *lower(void *arg) {
  const int end = *(int *)arg;
  for (int i = 0; i < end; i++) table[i] = 1; // RACE! table[]
  return arg;
}

static void *upper(void *arg) {
  const int start = *(int *)arg;
  for (int i = start; i < 100; i++) table[i] = 2; // RACE! table[]
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  int first = 50;
  middle = 40 + argc;
  pthread_create(&a, NULL, lower, &first);
  pthread_create(&b, NULL, upper, &middle);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return table[99] != 2;
}
