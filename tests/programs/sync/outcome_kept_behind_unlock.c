#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_done, is_valid;
static int result, seen;

static void *compute(void *unused) {
  result = 42;
  pthread_mutex_lock(&mutex);
  is_done = true;
  is_valid = true;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *wait_for_it(void *unused) {
  bool is_ready = false;
  while (!is_ready) {
    pthread_mutex_lock(&mutex);
    is_ready = is_done && is_valid;
    pthread_mutex_unlock(&mutex);
  }
  seen = result;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, compute, NULL);
  pthread_create(&second, NULL, wait_for_it, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  printf("%d\n", seen);
  return 0;
}
