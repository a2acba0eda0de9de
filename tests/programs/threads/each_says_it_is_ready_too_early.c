// VERDICT: unknown: how many are started is not known
// The one who starts the workers waits for each to say that it is ready, which it says too early.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct server {
  pthread_mutex_t lock;
  pthread_cond_t ready;
  int is_ready;
  int last;
};

static void *run(void *arg) {
  struct server *s = arg;
  pthread_mutex_lock(&s->lock);
  s->is_ready = 1;
  pthread_cond_signal(&s->ready);
  pthread_mutex_unlock(&s->lock);
  printf("%d\n", s->last++);  // RACE! server.last
  return NULL;
}

static int start(struct server *s) {
  pthread_t thread;
  pthread_mutex_lock(&s->lock);
  s->is_ready = 0;
  if (pthread_create(&thread, NULL, run, s) != 0) {
    pthread_mutex_unlock(&s->lock);
    return -1;
  }
  while (!s->is_ready) pthread_cond_wait(&s->ready, &s->lock);
  pthread_mutex_unlock(&s->lock);
  return 0;
}

int main(int argc, char **argv) {
  struct server *s = calloc(1, sizeof(*s));
  const int n = strtod(argv[argc - 1], NULL) > 2.0 ? 8 : 4;
  if (s == NULL) return 1;
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->ready, NULL);
  for (int i = 0; i < n; i++) start(s);
  pthread_exit(NULL);
}
