// Each thread finds its slot of an array by way of an argument that was filled before it was
// created, in an earlier turn while others ran already, and looks there again behind a lock.
#include <pthread.h>
#include <stdlib.h>

struct slot {
  long done;
  long bytes;
};
struct argument {
  int id;
  struct slot *slot;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
static int rounds;

static void work(struct argument *a) {
  a->slot->done++;
  pthread_mutex_lock(&lock);
  total += a->id;
  pthread_mutex_unlock(&lock);
  a->slot->bytes += 10;
}

static void *run(void *p) {
  for (int i = 0; i < rounds; i++)
    work(p);
  return NULL;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  rounds = atoi(argv[2]);
  struct slot *slots = calloc(n, sizeof *slots);
  struct argument *arguments = calloc(n, sizeof *arguments);
  pthread_t *threads = calloc(n, sizeof *threads);
  for (int i = 0; i < n; i++) {
    arguments[i].id = i;
    arguments[i].slot = &slots[i];
    if (pthread_create(&threads[i], NULL, run, &arguments[i]) != 0)
      abort();
  }
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], NULL);
  return argc;
}
