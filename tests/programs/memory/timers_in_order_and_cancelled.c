// Timers are put into a list in order, and taken out of it from its beginning or its middle.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct timer {
  int due;
  int fired;
  struct timer* next;
};
struct wheel {
  pthread_mutex_t lock;
  struct timer* list;
  int fired;
};
static struct wheel w;
static void insert(struct wheel* w, struct timer* t) {
  pthread_mutex_lock(&w->lock);
  struct timer** pp = &w->list;
  while (*pp && (*pp)->due <= t->due) pp = &(*pp)->next;
  t->next = *pp;
  *pp = t;
  pthread_mutex_unlock(&w->lock);
}
static int cancel(struct wheel* w, struct timer* t) {
  int ok = 0;
  pthread_mutex_lock(&w->lock);
  for (struct timer** pp = &w->list; *pp; pp = &(*pp)->next)
    if (*pp == t) {
      *pp = t->next;
      ok = 1;
      break;
    }
  pthread_mutex_unlock(&w->lock);
  return ok;
}
static int expire(struct wheel* w, int now) {
  int n = 0;
  pthread_mutex_lock(&w->lock);
  while (w->list && w->list->due <= now) {
    struct timer* t = w->list;
    w->list = t->next;
    w->fired++;
    n++;
    free(t);
  }
  pthread_mutex_unlock(&w->lock);
  return n;
}
static void* adder(void* a) {
  int base = *(int*)a;
  for (int i = 0; i < 40; i++) {
    struct timer* t = malloc(sizeof *t);
    t->due = base + i;
    t->fired = 0;
    insert(&w, t);
  }
  return 0;
}
static void* ticker(void* a) {
  (void)a;
  for (int now = 0; now < 100; now++) expire(&w, now);
  return 0;
}
int main(void) {
  pthread_t a[3], t;
  int b[3];
  pthread_mutex_init(&w.lock, 0);
  for (int i = 0; i < 3; i++) {
    b[i] = i * 7;
    pthread_create(&a[i], 0, adder, &b[i]);
  }
  pthread_create(&t, 0, ticker, 0);
  for (int i = 0; i < 3; i++) pthread_join(a[i], 0);
  pthread_join(t, 0);
  struct timer* x = malloc(sizeof *x);
  x->due = 1000;
  insert(&w, x);
  if (cancel(&w, x)) free(x);
  expire(&w, 10000);
  printf("%d\n", w.fired);
  return 0;
}
