// The element behind those of the threads is main's, the last of theirs is not.
#include <pthread.h>

static int slots[400];

static void* work(void* argument) {
  int* slot = argument;
  *slot = 1;
  return 0;
}

int main(int argc, char** argv) {
  int i;
  (void)argv;
  for (i = 0; i < 300; ++i) {
    pthread_t thread;
    if (i == argc * 3) break;
    if (pthread_create(&thread, 0, work, &slots[i]) != 0) break;
    pthread_detach(thread);
  }
  slots[i] = 2;
  if (i > 0) slots[i - 1] = 3;  // RACE! slots[]
  return slots[i] - 2;
}
