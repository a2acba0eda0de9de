// Each end of a ring keeps a copy of what it saw of the other one, and looks again only where that is
// not enough.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SIZE 8u

struct sample {
  unsigned time;
  short left, right;
};

struct ring {
  struct sample samples[SIZE];
  _Atomic unsigned head;
  _Atomic unsigned tail;
  unsigned tail_seen; // by who fills
  unsigned head_seen; // by who empties
};

static int push(struct ring *r, const struct sample *s) {
  unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
  if (head - r->tail_seen == SIZE) {
    r->tail_seen = atomic_load_explicit(&r->tail, memory_order_acquire);
    if (head - r->tail_seen == SIZE) return 0;
  }
  r->samples[head % SIZE] = *s;
  atomic_store_explicit(&r->head, head + 1, memory_order_release);
  return 1;
}

static int pop(struct ring *r, struct sample *s) {
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  if (tail == r->head_seen) {
    r->head_seen = atomic_load_explicit(&r->head, memory_order_acquire);
    if (tail == r->head_seen) return 0;
  }
  *s = r->samples[tail % SIZE];
  atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
  return 1;
}

static void *fill(void *ring) {
  for (unsigned i = 0; i < 1000; i++) {
    struct sample s = {i, (short)(i * 3), (short)(i * 5)};
    while (!push(ring, &s)) sched_yield();
  }
  return NULL;
}

static void *empty(void *ring) {
  long sum = 0;
  for (int n = 0; n < 1000;) {
    struct sample s;
    if (!pop(ring, &s)) {
      sched_yield();
      continue;
    }
    sum += s.left + s.right;
    n++;
  }
  return (void *)sum;
}

int main(int argc, char **argv) {
  (void)argv;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  pthread_t a, b;
  struct ring *ring = calloc(1, sizeof *ring);
  if (ring == NULL) return 1;
  pthread_create(&a, NULL, fill, ring);
  pthread_create(&b, NULL, empty, ring);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(ring);
  return 0;
}
