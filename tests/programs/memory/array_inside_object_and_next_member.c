// One thread writes fields of an array inside of objects, up to a count that is not known, the other one the
// member behind the array.
#include <pthread.h>

struct bucket {
  long stamp, count;
};
struct table {
  struct bucket buckets[6];
};
struct pair {
  unsigned count;
  struct table table;
  long total;
};
static struct pair pairs[8];

static void *fill(void *arg) {
  struct pair *pair = arg;
  for (unsigned i = 0; i < pair->count; i++) pair->table.buckets[i].stamp = 1;
  return NULL;
}

static void *sum(void *arg) {
  struct pair *pair = arg;
  pair->total = 7;
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t filler, summer;
  struct pair *pair = &pairs[argc % 8];
  pair->count = argc % 7;
  pthread_create(&filler, NULL, fill, pair);
  pthread_create(&summer, NULL, sum, pair);
  pthread_join(filler, NULL);
  pthread_join(summer, NULL);
  return pair->total != 7;
}
