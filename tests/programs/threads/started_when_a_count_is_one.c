// VERDICT: unknown: that the count is one just once is likely, not proved
// Only the second call starts the thread: the count goes up with each.
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
  for (int i = 0; i < 100; ++i) s->job_count++;
  return NULL;
}

static void add(struct server *s) {
  pthread_t thread;
  if (s->thread_count == 1) pthread_create(&thread, NULL, process, s);
  s->thread_count++;
}

int main(void) {
  long count = 4;
  read_options(&count);
  server = calloc(1, sizeof *server);
  if (server == NULL) return 1;
  for (long i = 0; i < count; ++i) add(server);
  pthread_exit(NULL);
}
