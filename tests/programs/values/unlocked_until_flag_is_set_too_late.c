// The flag that says that the lock is to be taken is set once there is a thread.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_set_up;
static unsigned last;

static void note(unsigned what) {
  if (!is_set_up) {  // RACE! is_set_up
    last = what;  // RACE! last
    return;
  }
  pthread_mutex_lock(&lock);
  last = what;  // RACE! last
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
  pthread_create(&thread, NULL, work, &rounds);
  is_set_up = 1;  // RACE! is_set_up
  work(&rounds);
  pthread_join(thread, NULL);
  is_set_up = 0;
  printf("%u\n", last);
  return 0;
}
