// TSAN: silent: main waits for ever
// Main never gets past the wait to where it writes.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int level;

static void *reader(void *arg) { return level > 2 ? arg : NULL; }

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, reader, NULL);
  sem_wait(&never);
  level = 3;
  return 0;
}
