// A thread waits, under a lock, until something is put there, looks at it afterwards without the lock, and
// takes it away. It is put there once.
// TODAY: unknown: it could be put there again, as far as the analysis can tell
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern void read_options(long *options);  // TSAN: silent: the library does not exist

struct mail {
  const char *text;
  int is_over;
  pthread_mutex_t lock;
  pthread_cond_t filled;
};

static void put(struct mail *m, const char *text) {
  pthread_mutex_lock(&m->lock);
  m->text = text;
  pthread_mutex_unlock(&m->lock);
  pthread_cond_signal(&m->filled);
}

static int await(struct mail *m) {
  pthread_mutex_lock(&m->lock);
  while (m->text == NULL && !m->is_over) pthread_cond_wait(&m->filled, &m->lock);
  const int is_none = m->text == NULL;
  pthread_mutex_unlock(&m->lock);
  return is_none;
}

static void *read_mail(void *arg) {
  struct mail *m = arg;
  for (;;) {
    if (await(m)) return NULL;
    puts(m->text);
    put(m, NULL);
  }
}

int main(void) {
  pthread_t t;
  long options[2] = {0, 0};
  struct mail *m = calloc(1, sizeof *m);
  read_options(options);
  pthread_mutex_init(&m->lock, NULL);
  pthread_cond_init(&m->filled, NULL);
  pthread_create(&t, NULL, read_mail, m);
  put(m, "hello");
  pthread_mutex_lock(&m->lock);
  m->is_over = 1;
  pthread_mutex_unlock(&m->lock);
  pthread_cond_signal(&m->filled);
  pthread_join(t, NULL);
  free(m);
  return 0;
}
