// One loop clears the handles and a second one sets them again, all of them or only some.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int all, some;

static void *worker(void *what) {
  pthread_mutex_lock(&lock);
  ++*(int *)what;  // RACE! some
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  const int n = 2 + rand() % 10;
  pthread_t *handles = malloc(n * sizeof *handles);
  if (handles == NULL) return 1;
  for (int i = 0; i < n; i++) handles[i] = 0;
  for (int i = 0; i < n; i++) pthread_create(&handles[i], NULL, worker, &all);
  for (int i = 0; i < n; i++) pthread_join(handles[i], NULL);
  int seen = all;
  for (int i = 0; i < n; i++) handles[i] = 0;
  for (int i = 0; i < n - 1; i++) pthread_create(&handles[i], NULL, worker, &some);
  for (int i = 0; i < n - 2; i++) pthread_join(handles[i], NULL);
  usleep(10000);
  seen += some;  // RACE! some
  free(handles);
  return seen;
}
