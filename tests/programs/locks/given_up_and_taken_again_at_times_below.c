// The loop gives up the lock of its caller, and may end before it takes it again.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pending;

static int wait_for_readers(int *left) {
  for (;;) {
    if (*left <= 0) break;
    pthread_mutex_unlock(&lock);
    if (rand() % 2) return 0;
    pthread_mutex_lock(&lock);
  }
  *left = 0;
  return 1;
}

static void *read(void *argument) {
  int rounds = *(int *)argument;
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    pending--;  // RACE! pending
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void *update(void *unused) {
  pthread_mutex_lock(&lock);
  int holds = wait_for_readers(&pending);
  pending++;  // RACE! pending
  if (holds) pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  int rounds = (int)(strtod("100", NULL) + 0.5);
  pthread_t reader, updater;
  pending = rounds;
  pthread_create(&reader, NULL, read, &rounds);
  pthread_create(&updater, NULL, update, NULL);
  pthread_join(reader, NULL);
  pthread_join(updater, NULL);
  printf("%d\n", pending);
  return 0;
}
