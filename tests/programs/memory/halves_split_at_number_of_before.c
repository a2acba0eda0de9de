// The main thread goes up to where the parts met before, the other one starts where they meet now.
#include <pthread.h>

static int table[100], middle = 60;

static void *upper(void *arg) {
  for (int i = middle; i < 100; i++) table[i] = 2; // RACE! table[]
  return arg;
}

static void fill(int end) {
  for (int i = 0; i < end; i++) table[i] = 1; // RACE! table[]
}

int main(int argc, char **argv) {
  pthread_t t;
  const int before = middle;
  middle = 40 + argc;
  pthread_create(&t, NULL, upper, NULL);
  fill(before);
  pthread_join(t, NULL);
  return table[99] != 2;
}
