// Locks of a table are made at their first use, so what is given back cannot be told from other
// locks; one that is taken afterwards is held for all that.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t **locks;
static pthread_mutex_t ready_lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static pthread_mutex_t *lock_of(int n) {
  if (!locks) locks = calloc(3, sizeof *locks);
  if (!locks[n]) {
    locks[n] = malloc(sizeof **locks);
    pthread_mutex_init(locks[n], NULL);
  }
  return locks[n];
}

static void say(FILE *file, const char *text) {
  pthread_mutex_lock(lock_of(fileno(file)));
  fputs(text, file);
  pthread_mutex_unlock(lock_of(fileno(file)));
}

static void *receive(void *unused) {
  say(stderr, "started\n");
  pthread_mutex_lock(&ready_lock);
  ready = 1;
  pthread_mutex_unlock(&ready_lock);
  return unused;
}

int main(void) {
  pthread_t t;
  say(stderr, "begin\n");
  pthread_create(&t, NULL, receive, NULL);
  for (int is_ready = 0; !is_ready;) {
    pthread_mutex_lock(&ready_lock);
    is_ready = ready;
    pthread_mutex_unlock(&ready_lock);
  }
  say(stderr, "ready\n");
  pthread_join(t, NULL);
  return 0;
}
