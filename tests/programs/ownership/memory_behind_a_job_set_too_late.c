// What lies behind a job is set when the job is in the list already, where another thread may take it.
#include <pthread.h>
#include <stdlib.h>

struct range {
  int from, to;
};
struct job {
  struct range *range;
  struct job *next;
};

static struct job *jobs;
static long total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(struct job *j) {
  pthread_mutex_lock(&m);
  j->next = jobs;
  jobs = j;
  pthread_mutex_unlock(&m);
}

static struct job *take(void) {
  pthread_mutex_lock(&m);
  struct job *j = jobs;
  if (j != NULL) jobs = j->next;
  pthread_mutex_unlock(&m);
  return j;
}

static void *work(void *arg) {
  for (int i = 0; i < 20; i++) {
    struct job *j = malloc(sizeof *j);
    j->range = malloc(sizeof *j->range);
    j->range->from = i;
    put(j);
    j->range->to = 2 * i;  // RACE! range.to
    j = take();
    if (j == NULL) continue;
    long sum = 0;
    for (; j->range->from < j->range->to; j->range->from++) sum += j->range->from;
    pthread_mutex_lock(&m);
    total += sum;
    pthread_mutex_unlock(&m);
    free(j->range);
    free(j);
  }
  return arg;
}

int main(void) {
  pthread_t t[6];
  for (int i = 0; i < 6; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 6; i++) pthread_join(t[i], NULL);
  return total == 0;
}
