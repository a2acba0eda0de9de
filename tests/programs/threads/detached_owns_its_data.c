// A thread that detaches itself is handed a heap object of which it is the only user.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static sem_t over;
struct letter { int stamp; };

static void *deliver(void *arg) {
  struct letter *l = arg;
  pthread_detach(pthread_self());
  l->stamp++;
  printf("%d\n", l->stamp);
  free(l);
  sem_post(&over);
  return NULL;
}

int main(void) {
  pthread_t t;
  struct letter *l = malloc(sizeof *l);
  if (!l) return 1;
  l->stamp = 1;
  sem_init(&over, 0, 0);
  if (pthread_create(&t, NULL, deliver, l) == 0)
    sem_wait(&over);
  else
    free(l);
  return 0;
}
