// Each connection has a thread that nobody joins. Main waits until none is left, and reads what they
// have answered. Names are written into the records beside the pointers to the answers.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONNECTIONS 12
#define MOST 4

struct server {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int active;
  int served;
};

struct connection {
  struct server *server;
  int number;
  char request[32];
  char *answer;
};

static char answers[CONNECTIONS][48];

static void *serve(void *arg) {
  struct connection *c = arg;
  struct server *s = c->server;
  snprintf(c->answer, sizeof answers[0], "%d:%s:%zu", c->number, c->request, strlen(c->request));
  pthread_mutex_lock(&s->mutex);
  s->served++;
  free(c);
  s->active--;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->mutex);
  return NULL;
}

static void begin(struct server *s, int number) {
  pthread_attr_t attributes;
  pthread_t thread;
  struct connection *c = malloc(sizeof *c);
  if (c == NULL) return;
  c->server = s;
  c->number = number;
  c->answer = answers[number];
  snprintf(c->request, sizeof c->request, "get %d", number * 11);
  pthread_mutex_lock(&s->mutex);
  while (s->active >= MOST) pthread_cond_wait(&s->changed, &s->mutex);
  s->active++;
  pthread_mutex_unlock(&s->mutex);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &attributes, serve, c) != 0) {
    pthread_mutex_lock(&s->mutex);
    s->active--;
    pthread_mutex_unlock(&s->mutex);
    free(c);
  }
}

int main(void) {
  static struct server server = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  for (int i = 0; i < CONNECTIONS; i++) begin(&server, i);
  pthread_mutex_lock(&server.mutex);
  while (server.active > 0) pthread_cond_wait(&server.changed, &server.mutex);
  pthread_mutex_unlock(&server.mutex);
  size_t length = 0;
  for (int i = 0; i < CONNECTIONS; i++) length += strlen(answers[i]);
  printf("%d answers, %zu characters\n", server.served, length);
  return 0;
}
