// The threads add with the old __sync builtins, but test the value plainly before.
#include <pthread.h>

static int tokens = 5;

static void *take(void *arg) {
  if (tokens > 0) // RACE! tokens
    __sync_fetch_and_sub(&tokens, 1); // RACE! tokens
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return tokens > 5;
}
