// TSAN: silent: the library does not exist
// TODAY: unknown: what the library does is not known
// An unlock, and the like, that fails only if it is misused: what is done about it is not reached.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

extern void read_options(long *options);

static pthread_mutex_t m;
static sem_t done;
static int errors;
static long count;

static void *work(void *arg) {
  long turns = *(long *)arg;
  for (long i = 0; i < turns; i++) {
    pthread_mutex_lock(&m);
    count++;
    if (pthread_mutex_unlock(&m)) errors = 1;
  }
  if (sem_post(&done)) errors = 2;
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  long turns = argc;
  read_options(&turns);
  if (pthread_mutex_init(&m, NULL) || sem_init(&done, 0, 0)) return 1;
  pthread_create(&a, NULL, work, &turns);
  pthread_create(&b, NULL, work, &turns);
  sem_wait(&done);
  if (pthread_join(a, NULL) != 0 || pthread_join(b, NULL) != 0) errors = 3;
  printf("%ld %d\n", count, errors);
  return 0;
}
