// VERDICT: unknown: the number is not known
// Near miss of an index that its array bounds: the numbers are reached as those of the whole record,
// where the element may be the flag.
#include <pthread.h>
#include <stdlib.h>

struct record {
  int slots[4];
  int flag;
};

static struct record record;

static void *work(void *arg) {
  int *numbers = (int *)&record;
  numbers[*(int *)arg] = 1;  // RACE! flag
  return NULL;
}

int main(void) {
  pthread_t thread;
  int index = (int)(strtod("4", NULL) + 0.5);
  pthread_create(&thread, NULL, work, &index);
  record.flag = 2;  // RACE! flag
  pthread_join(thread, NULL);
  return record.flag;
}
