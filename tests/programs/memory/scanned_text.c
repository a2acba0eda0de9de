// TSAN: silent: nothing is there to be read
// VERDICT: unknown: how long the text is depends on what is read
// A text that is read in reaches as far as it goes, a number only its own bytes.
#include <pthread.h>
#include <stdio.h>

static char buffer[64];
static long numbers[2];

static void *reader(void *arg) {
  if (scanf("%63s", buffer) != 1) return NULL;  // RACE! buffer[]
  if (scanf("%ld", &numbers[0]) != 1) return NULL;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  const int seen = buffer[5];  // RACE! buffer[]
  numbers[1] = seen;
  pthread_join(thread, NULL);
  return 0;
}
