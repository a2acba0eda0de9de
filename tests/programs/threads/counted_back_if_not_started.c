// A visitor is counted before its thread is started, and counts itself out when it leaves; main waits until nobody
// is left. If a thread cannot be started, its visitor is not counted any more.
#include <pthread.h>
#include <stdio.h>

#define VISITORS 500

struct house {
  pthread_mutex_t door;
  pthread_cond_t quiet;
  int guests;
  long drunk;
};

static struct house house = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static void *visit(void *given) {
  struct house *at = given;
  pthread_mutex_lock(&at->door);
  at->drunk += 2;
  if (--at->guests == 0) pthread_cond_signal(&at->quiet);
  pthread_mutex_unlock(&at->door);
  return NULL;
}

int main(void) {
  for (int i = 0; i < VISITORS; ++i) {
    pthread_t visitor;
    pthread_mutex_lock(&house.door);
    ++house.guests;
    pthread_mutex_unlock(&house.door);
    if (pthread_create(&visitor, NULL, visit, &house) != 0) {
      pthread_mutex_lock(&house.door);
      --house.guests;
      pthread_mutex_unlock(&house.door);
    } else {
      pthread_detach(visitor);
    }
  }
  pthread_mutex_lock(&house.door);
  while (house.guests > 0) pthread_cond_wait(&house.quiet, &house.door);
  pthread_mutex_unlock(&house.door);
  printf("%ld\n", house.drunk);
  return 0;
}
