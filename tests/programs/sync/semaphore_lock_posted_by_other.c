// TSAN: silent: the posts order the threads in nearly all schedules
// VERDICT: unknown: how often the semaphore is posted is not counted
// It starts at 1, but a thread that never waited posts it too: two can be inside.
#include <pthread.h>
#include <semaphore.h>

static sem_t turns;
static int count;

static void *work(void *arg) {
  sem_wait(&turns);
  count++; // RACE! count
  sem_post(&turns);
  return arg;
}

static void *generous(void *arg) {
  sem_post(&turns);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  sem_init(&turns, 0, 1);
  pthread_create(&c, NULL, generous, NULL);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return count;
}
