// Created under a condition and joined under the same one, with others between.
#include <pthread.h>
#include <stdlib.h>

static pthread_t a, b, c;
static int total;

static void *idle(void *arg) { return arg; }

static void *work(void *arg) {
  total = 1;
  return arg;
}

int main(int argc, char **argv) {
  const int first = argc & 1, second = argc & 2, third = argc & 4;
  (void)argv;
  if (first) pthread_create(&a, NULL, work, NULL);
  if (second) pthread_create(&b, NULL, idle, NULL);
  if (third) pthread_create(&c, NULL, idle, NULL);
  if (first) pthread_join(a, NULL);
  total++;
  return total;
}
