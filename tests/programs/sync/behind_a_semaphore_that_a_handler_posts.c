// VERDICT: unknown: handlers of signals are not run in executions
// TSAN: silent: main waits for a signal
// The handler of a signal posts the semaphore that main waits for.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t stop;
static int level;

static void on_interrupt(int number) {
  (void)number;
  sem_post(&stop);
}

static void *reader(void *arg) {
  return level > 2 ? arg : NULL;  // RACE! level
}

int main(void) {
  pthread_t thread;
  sem_init(&stop, 0, 0);
  signal(SIGINT, on_interrupt);
  pthread_create(&thread, NULL, reader, NULL);
  sem_wait(&stop);
  level = 3;  // RACE! level
  pthread_join(thread, NULL);
  return 0;
}
