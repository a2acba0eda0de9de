#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct leaf {
  uint8_t flags[8];
};

struct branch {
  uint8_t flags[8];
  uint16_t offset[4];
};

struct places {
  struct branch *branch[3];
  struct leaf *leaf;
};

static struct {
  struct branch branches[85];
  struct leaf leaves[256];
} tree;

static int started;
static volatile int ticks;

static void build(struct branch *node, int level, struct places *next) {
  node->flags[0] = level;
  if (level == 3) {
    for (int n = 0; n < 4; n++) {
      struct leaf *leaf = next->leaf++;
      node->offset[n] = (uintptr_t)leaf - (uintptr_t)node;
    }
  } else {
    for (int n = 0; n < 4; n++) {
      struct branch *child = next->branch[level]++;
      node->offset[n] = (uintptr_t)child - (uintptr_t)node;
      build(child, level + 1, next);
    }
  }
}

static void *worker(void *arg) {
  started++;  // RACE! started
  return arg;
}

int main(void) {
  struct places next = {{&tree.branches[1], &tree.branches[5], &tree.branches[21]}, tree.leaves};
  for (int i = 0; i < 1000000; i++) ticks = i;
  build(tree.branches, 0, &next);
  // True, though how often each of them was taken cannot be followed.
  if (next.branch[0] != &tree.branches[5]) abort();
  if (next.branch[1] != &tree.branches[21]) abort();
  if (next.leaf != &tree.leaves[256]) abort();
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
