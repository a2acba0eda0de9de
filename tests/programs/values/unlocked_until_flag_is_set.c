// Before the flag is set there is no lock to take; it is set before there are threads.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_set_up;
static unsigned last;

static void note(unsigned what) {
  if (!is_set_up) {
    last = what;
    return;
  }
  pthread_mutex_lock(&lock);
  last = what;
  pthread_mutex_unlock(&lock);
}

static void *work(void *argument) {
  int rounds = *(int *)argument;
  for (int i = 0; i < rounds; i++) note(i);
  return NULL;
}

int main(void) {
  int rounds = (int)(strtod("300", NULL) + 0.5);
  pthread_t thread;
  note(1);
  is_set_up = 1;
  pthread_create(&thread, NULL, work, &rounds);
  work(&rounds);
  pthread_join(thread, NULL);
  is_set_up = 0;
  printf("%u\n", last);
  return 0;
}
