// What the program was asked for decides which of the threads writes.
#include <pthread.h>
#include <stdio.h>

static int wish, result;

static void *first(void *unused) {
  if (wish == 1) result++;
  return unused;
}

static void *second(void *unused) {
  if (wish == 2) result--;
  return unused;
}

int main(void) {
  pthread_t a, b;
  if (scanf("%d", &wish) != 1) return 1;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return result;
}
