// What a thread does as it is cancelled comes after all that it did before, and not under locks that it
// gave back.
// TODAY: unknown: it is only a possible race
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static int notes;
static sem_t ready;

static void note(void *arg) {
  (void)arg;
  notes++;  // MISSED notes: as a thread is cancelled, so only possible
}

static void *work(void *arg) {
  pthread_cleanup_push(note, NULL);
  sem_post(&ready);
  for (;;) sleep(1);
  pthread_cleanup_pop(0);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&ready, 0, 0);
  pthread_create(&t, NULL, work, NULL);
  sem_wait(&ready);
  pthread_cancel(t);
  notes++;  // MISSED notes: as a thread is cancelled, so only possible
  pthread_join(t, NULL);
  return notes;
}
