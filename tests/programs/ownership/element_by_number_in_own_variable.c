// TODAY: unknown: that the numbers in the records differ is not known
// Each thread keeps the number of its record in a variable of its own, and counts at that index.
#include <pthread.h>
#include <stdlib.h>

struct record {
  struct record *next;
  int number;
};

static _Thread_local int mine;
static long counts[1000];

static void count(void) { counts[mine] += 1; }

static void *work(void *arg) {
  struct record *record = arg;
  mine = record->number;
  count();
  return arg;
}

int main(int argc, char **argv) {
  struct record *all = NULL;
  pthread_t threads[1000];
  (void)argv;
  for (int i = 0; i < argc && i < 1000; ++i) {
    struct record *record = malloc(sizeof *record);
    if (!record) abort();
    record->number = i;
    record->next = all;
    all = record;
  }
  int started = 0;
  for (struct record *r = all; r && started < 1000; r = r->next) {
    pthread_create(&threads[started++], NULL, work, r);
  }
  for (int i = 0; i < started; ++i) pthread_join(threads[i], NULL);
  return 0;
}
