// VERDICT: unknown: the handler runs after main has cancelled the thread, which is not followed
#include <pthread.h>
#include <stdlib.h>

struct log {
  pthread_mutex_t lock;
  pthread_cond_t written;
  int head;
};

static struct log *shared_log;

static void clean_up(void *arg) { free(arg); }

static void *logger(void *arg) {
  pthread_cleanup_push(clean_up, arg);
  for (;;) {
    pthread_mutex_lock(&shared_log->lock);
    pthread_cond_wait(&shared_log->written, &shared_log->lock);
    pthread_mutex_unlock(&shared_log->lock);
  }
  pthread_cleanup_pop(1);
  return 0;
}

static void write_log(void) {
  pthread_mutex_lock(&shared_log->lock);
  shared_log->head++;
  pthread_cond_signal(&shared_log->written);
  pthread_mutex_unlock(&shared_log->lock);
}

int main(void) {
  pthread_t thread;
  struct log *log = calloc(1, sizeof *log);
  if (log == 0) return 1;
  pthread_mutex_init(&log->lock, 0);
  pthread_cond_init(&log->written, 0);
  shared_log = log;
  pthread_create(&thread, 0, logger, log);
  write_log();
  pthread_cancel(thread);
  pthread_join(thread, 0);
  return 0;
}
