// Four threads created in a loop, all joined in a second loop, then main reads.
#include <pthread.h>
#include <stdio.h>

#define WORKERS 4
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int finished;

static void *work(void *arg) {
  pthread_mutex_lock(&m);
  finished++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t crew[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&crew[i], NULL, work, NULL);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(crew[i], NULL);
  printf("%d\n", finished);
  return 0;
}
