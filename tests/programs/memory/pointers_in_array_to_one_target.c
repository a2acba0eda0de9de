// Two elements of an array of pointers point to the same variable.
#include <pthread.h>

static int north, south;
static int *gates[3] = {&north, &south, &north};

static void *open_gate(void *arg) {
  int **gate = arg;
  **gate += 1; // RACE! north
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, open_gate, &gates[0]);
  pthread_create(&b, NULL, open_gate, &gates[2]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return south;
}
