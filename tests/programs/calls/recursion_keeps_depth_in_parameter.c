// The recursive function keeps the depth in its parameters and result.
#include <pthread.h>
#include <stdio.h>

static int descend(int levels, int depth) { return levels == 0 ? depth : descend(levels - 1, depth + 1); }

static void *work(void *arg) {
  printf("%d\n", descend(*(const int *)arg, 0));
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int levels = 3;
  pthread_create(&a, NULL, work, &levels);
  pthread_create(&b, NULL, work, &levels);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
