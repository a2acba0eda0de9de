// The creator goes on using the object it gave to a thread it detached.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t over;
struct letter { int stamp, pages; };

static void *deliver(void *arg) {
  struct letter *l = arg;
  l->stamp++; // RACE! letter.stamp
  sem_post(&over);
  return NULL;
}

int main(void) {
  pthread_t t;
  struct letter *l = calloc(1, sizeof *l);
  if (!l) return 1;
  l->pages = 3;
  sem_init(&over, 0, 0);
  pthread_create(&t, NULL, deliver, l);
  pthread_detach(t);
  l->stamp += 10; // RACE! letter.stamp
  sem_wait(&over);
  return 0;
}
