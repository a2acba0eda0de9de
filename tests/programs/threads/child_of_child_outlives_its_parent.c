// Main joins the child, but the thread which that one created runs on.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static int trail;
static sem_t over;

static void *grandchild(void *arg) {
  trail = 2; // RACE! trail
  sem_post(&over);
  return arg;
}

static void *child(void *arg) {
  pthread_t t;
  if (pthread_create(&t, NULL, grandchild, NULL) != 0) abort();
  pthread_detach(t);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&over, 0, 0);
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, NULL);
  puts("the child is gone");
  trail = 3; // RACE! trail
  sem_wait(&over);
  printf("%d\n", trail);
  return 0;
}
