// Two connections are claimed under a lock by three clients, who write texts into them without it.
// The lock lies behind the texts, in one variable.
#include <pthread.h>
#include <stdio.h>

#define CONNECTIONS 2
#define CLIENTS 3

struct connection {
  int is_taken;
  int queries;
  char last[24];
};

static struct {
  struct connection connections[CONNECTIONS];
  pthread_mutex_t lock;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct connection *claim(void) {
  struct connection *found = NULL;
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    for (int i = 0; i < CONNECTIONS; i++) {
      if (!pool.connections[i].is_taken) {
        found = &pool.connections[i];
        break;
      }
    }
    if (found != NULL) break;
    pthread_mutex_unlock(&pool.lock);
    pthread_mutex_lock(&pool.lock);
  }
  found->is_taken = 1;
  pthread_mutex_unlock(&pool.lock);
  return found;
}

static void give_back(struct connection *c) {
  pthread_mutex_lock(&pool.lock);
  c->is_taken = 0;
  pthread_mutex_unlock(&pool.lock);
}

static void *client(void *arg) {
  const int number = *(int *)arg;
  for (int i = 0; i < 50; i++) {
    struct connection *c = claim();
    snprintf(c->last, sizeof c->last, "%d of %d", i, number);
    c->queries++;
    give_back(c);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[CLIENTS];
  int numbers[CLIENTS], queries = 0;
  for (int i = 0; i < CLIENTS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, client, &numbers[i]);
  }
  for (int i = 0; i < CLIENTS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < CONNECTIONS; i++) queries += pool.connections[i].queries;
  printf("%d\n", queries);
  return 0;
}
