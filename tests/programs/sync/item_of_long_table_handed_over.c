// How long the table is, and how often it goes round, matters to nobody.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int items, item, sum;
static int *table;
static atomic_int is_full;

static void *giver(void *unused) {
  for (int i = 0; i < items; i++) {
    while (is_full) {
    }
    item = table[i];
    is_full = 1;
  }
  return unused;
}

static void *taker(void *unused) {
  for (int i = 0; i < items; i++) {
    while (!is_full) {
    }
    sum += item;
    is_full = 0;
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[2];
  if (argc < 1 || argv == NULL) return 1;
  items = 20 * argc;
  table = malloc(items * sizeof *table);
  for (int i = 0; i < items; i++) table[i] = argc + i;
  pthread_create(&threads[0], NULL, giver, NULL);
  pthread_create(&threads[1], NULL, taker, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  free(table);
  return sum;
}
