// TODAY: unknown: whether a thread is started again is not certain
// As started_when_a_count_is_one.c, but the count goes back every now and then.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct server {
  int thread_count;
  int job_count;
};

static struct server *server;

static void *process(void *p) {
  struct server *s = p;
  for (int i = 0; i < 100; ++i) s->job_count++; // RACE! server.job_count
  return NULL;
}

static void add(struct server *s, int count_back) {
  pthread_t thread;
  if (s->thread_count == 1) pthread_create(&thread, NULL, process, s);
  if (count_back) {
    s->thread_count--;
  } else {
    s->thread_count++;
  }
}

int main(void) {
  long count = 4;
  read_options(&count);
  server = calloc(1, sizeof *server);
  if (server == NULL) return 1;
  for (long i = 0; i < count; ++i) add(server, i % 3 == 2);
  pthread_exit(NULL);
}
