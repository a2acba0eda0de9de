// A label that errors lead to, from before it and from behind it, makes a loop that is entered in its
// middle. What comes after it is reached all the same.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int hits;

static void fail(void) { exit(1); }

static int get(int *number) {
  *number = getchar();
  return 1;
}

static void parse(void) {
  int number = 0;
  if (!get(&number) || number == ' ' || !get(&number)) {
  bad:
    fail();
  }
  if (number == '\n') goto bad;
}

static void *work(void *arg) {
  hits++;  // RACE! hits
  return arg;
}

int main(void) {
  pthread_t a, b;
  parse();
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
