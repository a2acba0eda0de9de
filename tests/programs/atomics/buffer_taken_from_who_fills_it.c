// VERDICT: unknown: how often the threads meet is not known
// Who drains moves the state on from the one in which another thread fills the buffer.
// TSAN: silent
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

enum state { kEmpty, kFilling, kFull, kDraining };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum state state = kEmpty;
static int buffer[4], length;

static int enter(enum state from, enum state to) {
  int is_mine = 0;
  pthread_mutex_lock(&lock);
  if (state == from) {
    state = to;
    is_mine = 1;
  }
  pthread_mutex_unlock(&lock);
  return is_mine;
}

static void leave(enum state to) {
  pthread_mutex_lock(&lock);
  state = to;
  pthread_mutex_unlock(&lock);
}

static void *fill(void *argument) {
  int rounds = *(int *)argument;
  for (int i = 0; i < rounds; i++) {
    if (enter(kEmpty, kFilling)) {
      for (length = 0; length < 4; length++) buffer[length] = i;  // RACE! length
      leave(kFull);
    }
    sched_yield();
  }
  return NULL;
}

static void *drain(void *argument) {
  int rounds = *(int *)argument;
  for (int i = 0; i < rounds; i++) {
    if (enter(kFilling, kDraining)) {
      while (length > 0) buffer[--length] = 0;  // RACE! length
      leave(kEmpty);
    }
    sched_yield();
  }
  return NULL;
}

int main(void) {
  int rounds = (int)(strtod("100", NULL) + 0.5);
  pthread_t filling[2], draining[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&filling[i], NULL, fill, &rounds);
    pthread_create(&draining[i], NULL, drain, &rounds);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(filling[i], NULL);
    pthread_join(draining[i], NULL);
  }
  printf("%d %d\n", length, buffer[0]);
  return 0;
}
