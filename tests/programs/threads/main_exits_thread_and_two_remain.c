// Main ends itself with pthread_exit; two threads go on with the same data.
// TSAN: silent: a process whose main thread has left never ends under TSan
#include <pthread.h>
#include <stdio.h>

static int state = 1;

static void *stay(void *arg) {
  state = 5; // RACE! state
  return arg;
}

static void *look(void *arg) {
  printf("%d\n", state); // RACE! state
  return arg;
}

int main(void) {
  pthread_t t, u;
  if (pthread_create(&t, NULL, stay, NULL) != 0) return 1;
  if (pthread_create(&u, NULL, look, NULL) != 0) return 1;
  pthread_exit(NULL);
}
