// The creator does not touch the integer again once it is given to the thread, which frees it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *consume(void *arg) {
  int *p = arg;
  *p += 1;
  printf("%d\n", *p);
  free(p);
  return NULL;
}

int main(void) {
  pthread_t t;
  int *p = malloc(sizeof(int));
  if (!p) return 1;
  *p = 5;
  if (pthread_create(&t, NULL, consume, p) != 0) {
    free(p);
    return 1;
  }
  pthread_join(t, NULL);
  return 0;
}
