// Two locks are found in a record, and swapped for one of the threads, so that not all wait in a circle.
// What they guard is found in the record again.
#include <pthread.h>
#include <stdlib.h>

struct fork {
  pthread_mutex_t lock;
  int uses;
};
struct guest {
  int number;
  struct fork *left, *right;
};
static struct fork forks[7];
static struct guest guests[7];
static int count;

static void eat(struct guest *g) {
  struct fork *first = g->left, *second = g->right;
  if (g->number == count - 1) {
    first = g->right;
    second = g->left;
  }
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  g->left->uses++;
  g->right->uses++;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *dine(void *arg) {
  for (int i = 0; i < 100; i++) eat(arg);
  return NULL;
}

int main(void) {
  pthread_t t[7];
  count = 2 + rand() % 6;
  for (int i = 0; i < count; i++) pthread_mutex_init(&forks[i].lock, NULL);
  for (int i = 0; i < count; i++) {
    guests[i].number = i;
    guests[i].left = &forks[i];
    guests[i].right = &forks[(i + 1) % count];
    pthread_create(&t[i], NULL, dine, &guests[i]);
  }
  for (int i = 0; i < count; i++) pthread_join(t[i], NULL);
  return 0;
}
