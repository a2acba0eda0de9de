// Both threads add with the old __sync builtins.
#include <pthread.h>

static int tokens = 5;

static void *take(void *arg) {
  if (__sync_sub_and_fetch(&tokens, 1) < 0) __sync_fetch_and_add(&tokens, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return tokens != 3;
}
