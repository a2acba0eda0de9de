// The best of the routes that a loop finds gets a new port where others look for theirs.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define ROUTES 32

struct route {
  uint32_t net, mask;
  int port;
  atomic_uint hits;
};

static struct {
  pthread_rwlock_t lock;
  struct route routes[ROUTES];
  int count;
} table = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static int look_up(uint32_t address) {
  int port = -1;
  uint32_t best = 0;
  struct route *found = NULL;
  pthread_rwlock_rdlock(&table.lock);
  for (int i = 0; i < table.count; i++) {
    struct route *r = &table.routes[i];
    if ((address & r->mask) == r->net && (!found || r->mask > best)) {
      found = r;
      best = r->mask;
    }
  }
  if (found) {
    port = found->port;
    found->port = port + 1; // RACE! table.routes[].port
  }
  pthread_rwlock_unlock(&table.lock);
  return port;
}

static void add(uint32_t net, int bits, int port) {
  const uint32_t mask = bits == 0 ? 0 : 0xffffffffu << (32 - bits);
  pthread_rwlock_wrlock(&table.lock);
  if (table.count < ROUTES) {
    struct route *r = &table.routes[table.count++];
    r->net = net & mask;
    r->mask = mask;
    r->port = port;
    atomic_store(&r->hits, 0);
  }
  pthread_rwlock_unlock(&table.lock);
}

static void *forward(void *argument) {
  unsigned seed = (unsigned)(uintptr_t)argument;
  uintptr_t sent = 0;
  for (int i = 0; i < 2000; i++) sent += look_up((uint32_t)rand_r(&seed) << 8) >= 0;
  return (void *)sent;
}

int main(void) {
  pthread_t threads[3];
  for (uintptr_t i = 0; i < 3; i++) {
    if (pthread_create(&threads[i], NULL, forward, (void *)i)) exit(1);
  }
  for (int i = 0; i < 40; i++) add((uint32_t)i << 24, i % 25, i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
