// Of unsigned numbers within bounds no sum and no product wraps around.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int overflows, empty, large;

static void look(size_t n) {
  if (n == 0 || n > 100) return;
  if (n + 20 < n) overflows++;
  if (n * sizeof(int) == 0) empty++;
  if (n - 1 > 99) large++;
}

static void *work(void *arg) {
  look(strtoul(arg, NULL, 10));
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t[2];
  if (argc < 3) return 1;
  pthread_create(&t[0], NULL, work, argv[1]);
  pthread_create(&t[1], NULL, work, argv[2]);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  printf("%d %d %d\n", overflows, empty, large);
  return 0;
}
