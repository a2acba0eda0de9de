// Main gives the address of its _Thread_local counter to a thread and goes on counting.
#include <pthread.h>
#include <stdio.h>

static _Thread_local int calls;

static void *walk(void *arg) {
  *(int *)arg += 2; // MISSED calls: access through a pointer nothing is known of
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, walk, &calls);
  calls++; // MISSED calls: access through a pointer nothing is known of
  pthread_join(t, NULL);
  printf("%d\n", calls);
  return 0;
}
