// A queue in an array, whose slots still hold what was taken out of them: who took it has it alone,
// and frees it.
#include <pthread.h>
#include <stdlib.h>

#define SLOTS 4
#define THREADS 2

struct item {
  int weight;
  long cost;
};

static struct item *slots[SLOTS];
static int first, count, makers = THREADS;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void put(struct item *item) {
  pthread_mutex_lock(&m);
  while (count == SLOTS) pthread_cond_wait(&changed, &m);
  slots[(first + count) % SLOTS] = item;
  count++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
}

static struct item *take(void) {
  struct item *item = NULL;
  pthread_mutex_lock(&m);
  while (count == 0 && makers > 0) pthread_cond_wait(&changed, &m);
  if (count > 0) {
    item = slots[first];
    first = (first + 1) % SLOTS;
    count--;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&m);
  return item;
}

static void *make(void *arg) {
  for (int i = 0; i < 100; i++) {
    struct item *item = malloc(sizeof *item);
    item->weight = i;
    item->cost = 2 * i;
    put(item);
  }
  pthread_mutex_lock(&m);
  makers--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
  return arg;
}

static void *use(void *arg) {
  long *sum = arg;
  for (struct item *item = take(); item != NULL; item = take()) {
    item->cost *= item->weight;
    *sum += item->cost;
    free(item);
  }
  return NULL;
}

int main(void) {
  pthread_t making[THREADS], using[THREADS];
  long sums[THREADS] = {0};
  for (int i = 0; i < THREADS; i++) {
    pthread_create(&using[i], NULL, use, &sums[i]);
    pthread_create(&making[i], NULL, make, NULL);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(making[i], NULL);
    pthread_join(using[i], NULL);
  }
  return sums[0] + sums[1] == 0;
}
