// The thread with number 0 starts the others, which run the same function with larger numbers, and
// is the only one that sets what all of them share.
#include <pthread.h>
#include <stdlib.h>

struct task {
  int *input;
  int number;
};

static int count, result;
static int *current;
static pthread_t helpers[64];

static int search(int *input, int number);

static void *help(void *arg) {
  struct task *task = arg;
  search(task->input, task->number);
  free(task);
  return NULL;
}

static int search(int *input, int number) {
  if (number == 0) {
    current = input;
    for (int n = 1; n < count; n++) {
      struct task *task = malloc(sizeof *task);
      if (!task) abort();
      task->input = input;
      task->number = n;
      pthread_create(&helpers[n], NULL, help, task);
    }
  }
  int found = *input;
  if (number == 0) {
    for (int n = 1; n < count; n++) pthread_join(helpers[n], NULL);
    result = found;
  }
  return found;
}

int main(int argc, char **argv) {
  int input = 5;
  count = argc < 64 ? argc + 1 : 2;
  return search(&input, 0) == (argv == NULL);
}
