// A pointer is put into each node of a list as a number of which nothing is known, and followed as
// a pointer.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

union slot {
  long bits;
  int *place;
};

struct node {
  struct node *next;
  union slot slot;
};

int target;
long kept;
struct node *first;

void set_all(long bits) {
  for (struct node *n = first; n != NULL; n = n->next) n->slot.bits = bits;
}

void *change(void *unused) {
  for (struct node *n = first; n != NULL; n = n->next) {
    if (n->slot.place != NULL) *n->slot.place = 5;  // RACE! target
  }
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  int *place = &target;
  memcpy(&kept, &place, sizeof place);
  for (int i = 0; i < argc + 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) return 1;
    n->slot.bits = 0;
    n->next = first;
    first = n;
  }
  set_all(kept);
  pthread_create(&thread, NULL, change, NULL);
  target = 7;  // RACE! target
  pthread_join(thread, NULL);
  return 0;
}
