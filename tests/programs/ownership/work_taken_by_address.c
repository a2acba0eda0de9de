// Who finds work left takes the address of the next piece, under the lock that guards the count.
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
  if (w->next < w->count) p = &w->pieces[w->next++];
  pthread_mutex_unlock(&w->lock);
  return p;
}

static void *run(void *arg) {
  struct work *w = arg;
  struct piece *p;
  while ((p = take(w)) != NULL) {
    for (const char *at = p->text; *at != 0; at++) p->letters++;
    pthread_mutex_lock(&w->lock);
    w->sum += p->letters;
    pthread_mutex_unlock(&w->lock);
  }
  return NULL;
}

int main(int argc, char **argv) {
  struct work w = {.lock = PTHREAD_MUTEX_INITIALIZER, .count = argc};
  w.pieces = calloc(argc, sizeof *w.pieces);
  for (int i = 0; i < argc; i++) w.pieces[i].text = argv[i];
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, run, &w);
  run(&w);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%ld of %ld\n", w.pieces[0].letters, w.sum);
  free(w.pieces);
  return 0;
}
