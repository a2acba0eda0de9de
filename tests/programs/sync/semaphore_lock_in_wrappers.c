// Waiting and posting are hidden in two functions, and the semaphore is passed to them.
#include <pthread.h>
#include <semaphore.h>

static sem_t turns;
static int count;

static void enter(sem_t *s) { sem_wait(s); }
static void leave(sem_t *s) { sem_post(s); }

static void *work(void *arg) {
  enter(&turns);
  count++;
  leave(&turns);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&turns, 0, 1);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
