// The creator changes the integer again while the thread uses it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *consume(void *arg) {
  int *p = arg;
  *p += 1; // RACE! *p
  return NULL;
}

int main(void) {
  pthread_t t;
  int *p = malloc(sizeof(int));
  if (!p) return 1;
  *p = 5;
  pthread_create(&t, NULL, consume, p);
  *p = 6; // RACE! *p
  pthread_join(t, NULL);
  printf("%d\n", *p);
  free(p);
  return 0;
}
