// All but one member of what is set to zeros stays zero: the flag is set again on some rounds.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct request {
  struct request *next;
  long *total;
  int is_urgent;
  int size;
};

static long urgent;

static void handle(struct request *request) {
  if (request->is_urgent) ++urgent;  // RACE! urgent
  if (request->total) *request->total += request->size;
  if (request->next) request->next->size = 0;
}

static void *work(void *arg) {
  for (int i = rand() % 1000; i > 0; --i) {
    struct request own;
    memset(&own, 0, sizeof own);
    own.size = i;
    own.is_urgent = i % 3 == 0;
    handle(&own);
    struct request *fresh = calloc(1, sizeof *fresh);
    if (!fresh) break;
    fresh->size = i;
    handle(fresh);
    free(fresh);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return urgent != 0;
}
