// VERDICT: unknown: what functions of the library return is not any number
// A number that the library reckoned is handed over as the argument.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist
static int hits;

static void *work(void *length) {
  if ((long)length == 4) hits++; // FALSE-ALARM hits: how long texts are is not known
  return NULL;
}

int main(void) {
  pthread_t t;
  char text[16];
  long count;
  read_options(&count);
  snprintf(text, sizeof text, "%d", 777);
  pthread_create(&t, NULL, work, (void *)(long)strlen(text));
  hits++;
  pthread_join(t, NULL);
  return 0;
}
