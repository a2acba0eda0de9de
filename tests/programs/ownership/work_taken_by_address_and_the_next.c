// Who takes a piece of work counts in the next one, which somebody else may have.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct piece {
  const char *text;
  long letters;
};

struct work {
  struct piece *pieces;
  int count, next;
  pthread_mutex_t lock;
  long sum;
};

static struct piece *take(struct work *w) {
  struct piece *p = NULL;
  pthread_mutex_lock(&w->lock);
  if (w->next + 1 < w->count) p = &w->pieces[w->next++];
  pthread_mutex_unlock(&w->lock);
  return p;
}

static void *run(void *arg) {
  struct work *w = arg;
  struct piece *p;
  while ((p = take(w)) != NULL) {
    for (const char *at = p->text; *at != 0; at++) p[1].letters++;  // RACE! piece.letters
    pthread_mutex_lock(&w->lock);
    w->sum += p->letters;
    pthread_mutex_unlock(&w->lock);
  }
  return NULL;
}

int main(void) {
  struct work w = {.lock = PTHREAD_MUTEX_INITIALIZER, .count = 200};
  w.pieces = calloc(w.count, sizeof *w.pieces);
  for (int i = 0; i < w.count; i++) w.pieces[i].text = "some words";
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, run, &w);
  run(&w);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%ld of %ld\n", w.pieces[0].letters, w.sum);
  free(w.pieces);
  return 0;
}
