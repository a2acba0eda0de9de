// One thread fills a ring and one empties it: each looks at the other's end before it goes on. The
// ends are numbers that go on, or go around, and are looked at in all orders.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define PLACES 64u

struct item {
  int key;
  long value;
};

struct ring {
  struct item items[PLACES];
  _Atomic unsigned head, tail;
};

struct wheel {
  long places[PLACES];
  atomic_ulong put, got;
};

static struct ring ring;
static struct wheel wheel;

static int push(struct ring *r, const struct item *item) {
  unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_acquire);
  if (head - tail == PLACES) return 0;
  r->items[head & (PLACES - 1)] = *item;
  atomic_store_explicit(&r->head, head + 1, memory_order_release);
  return 1;
}

static int pop(struct ring *r, struct item *item) {
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  if (tail == atomic_load_explicit(&r->head, memory_order_acquire)) return 0;
  *item = r->items[tail % PLACES];
  atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
  return 1;
}

static void *fill(void *arg) {
  struct ring *r = arg;
  for (long i = 0; i < 100000; i++) {
    struct item item = {.key = (int)i, .value = 2 * i};
    while (!push(r, &item)) {
    }
    while ((wheel.put + 1) % PLACES == wheel.got) {
    }
    wheel.places[wheel.put] = i;
    wheel.put = (wheel.put + 1) % PLACES;
  }
  return NULL;
}

static void *empty(void *arg) {
  struct ring *r = arg;
  long sum = 0;
  for (long i = 0; i < 100000; i++) {
    struct item item;
    while (!pop(r, &item)) {
    }
    sum += item.key + item.value;
    unsigned long at = atomic_load(&wheel.got);
    while (atomic_load(&wheel.put) == at) {
    }
    sum += wheel.places[at];
    atomic_store(&wheel.got, (at + 1) % PLACES);
  }
  printf("%ld\n", sum);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, fill, &ring);
  pthread_create(&b, NULL, empty, &ring);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
