// VERDICT: unknown: that the order names each element once is not followed
// Who starts threads makes an element of a heap array ready for the next one, while others use theirs.
#include <pthread.h>
#include <stdlib.h>

struct part {
  int size;
  int *result;
};

static void *process(void *arg) {
  struct part *part = arg;
  *part->result = part->size;
  return NULL;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int *order = malloc(n * sizeof *order);
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int i = 1; i < n; i++) {
    int other = rand() % (i + 1), mine = order[i];
    order[i] = order[other];
    order[other] = mine;
  }
  struct part *parts = malloc(n * sizeof *parts);
  pthread_t *threads = malloc(n * sizeof *threads);
  for (int i = 0; i < n; i++) {
    struct part *part = &parts[order[i]];
    part->size = i;
    part->result = calloc(1, sizeof(int));
    if (pthread_create(&threads[i], NULL, process, part) != 0)
      abort();
  }
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], NULL);
  return argc;
}
