// A handle that another thread has put into the variable since is not the one that was started here.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t current;
static int result;

static void *compute(void *unused) {
  for (int i = 0; i < 1000; ++i) result += i;  // RACE! result
  return NULL;
}

static void *idle(void *unused) { return NULL; }

static void *replace(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_create(&current, NULL, idle, NULL);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t replacer;
  pthread_mutex_lock(&mutex);
  pthread_create(&current, NULL, compute, NULL);
  pthread_mutex_unlock(&mutex);
  pthread_create(&replacer, NULL, replace, NULL);
  pthread_join(replacer, NULL);
  pthread_mutex_lock(&mutex);
  pthread_join(current, NULL);
  pthread_mutex_unlock(&mutex);
  printf("%d\n", result);  // RACE! result
  return 0;
}
