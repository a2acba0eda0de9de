// The threads assign through different choices of a conditional operator.
#include <pthread.h>
#include <stddef.h>

static int with_argument, without;

static void *assign(void *arg) {
  *(arg != NULL ? &with_argument : &without) += 6;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, assign, &a);
  pthread_create(&b, NULL, assign, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return without + with_argument != 12;
}
