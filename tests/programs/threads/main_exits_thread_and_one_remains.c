// Main ends itself with pthread_exit; the single thread left has the data for itself.
// TSAN: silent: a process whose main thread has left never ends under TSan
#include <pthread.h>
#include <stdio.h>

static int state = 1;

static void *stay(void *arg) {
  for (int i = 0; i < 3; i++) state += i;
  printf("%d\n", state);
  return arg;
}

int main(void) {
  pthread_t t;
  state = 2;
  if (pthread_create(&t, NULL, stay, NULL) != 0) return 1;
  pthread_detach(t);
  pthread_exit(NULL);
}
