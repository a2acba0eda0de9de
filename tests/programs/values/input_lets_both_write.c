// For one of the wishes both threads write.
// TSAN: silent: needs an input
#include <pthread.h>
#include <stdio.h>

static int wish, result;

static void *first(void *unused) {
  if (wish >= 1) result++; // RACE! result
  return unused;
}

static void *second(void *unused) {
  if (wish <= 1) result--; // RACE! result
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
