// TODAY: unknown: too little is known of what reading the options does
// As run_flag_taken_back_at_the_end.c, but the worker still counts when it has said so.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int runs, pending;
static int handled;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  int n = pending;
  pending = 0;
  runs = 0;
  pthread_mutex_unlock(&lock);
  handled += n;  // RACE! handled
  return unused;
}

static void add(void) {
  pthread_mutex_lock(&lock);
  pending++;
  if (runs == 0) {
    pthread_t worker;
    runs = 1;
    pthread_create(&worker, NULL, work, NULL);
    pthread_detach(worker);
  }
  pthread_mutex_unlock(&lock);
}

int main(void) {
  long count = 100;
  read_options(&count);
  for (long i = 0; i < count; ++i) add();
  pthread_exit(NULL);
}
