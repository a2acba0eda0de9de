// Two threads created detached bump the same count with nothing between them.
#include <pthread.h>
#include <semaphore.h>

static int lines;
static sem_t over;

static void *log_line(void *arg) {
  lines++; // RACE! lines
  sem_post(&over);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_attr_t attr;
  sem_init(&over, 0, 0);
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &attr, log_line, NULL);
  pthread_create(&t, &attr, log_line, NULL);
  pthread_attr_destroy(&attr);
  sem_wait(&over);
  sem_wait(&over);
  return 0;
}
