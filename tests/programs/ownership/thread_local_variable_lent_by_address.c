// Main gives the address of its _Thread_local counter to a thread and goes on counting.
#include <pthread.h>
#include <stdio.h>

static _Thread_local int calls;

static void *walk(void *arg) {
  *(int *)arg += 2; // RACE! calls
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, walk, &calls);
  calls++; // RACE! calls
  pthread_join(t, NULL);
  printf("%d\n", calls);
  return 0;
}
