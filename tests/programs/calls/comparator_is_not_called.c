// VERDICT: unknown: whether the library calls the function is not known
// One element needs no comparison.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist
static int compared;

static int by_size(const void *a, const void *b) {
  compared++; // FALSE-ALARM compared: that so few elements are not compared is not known
  return *(const int *)a - *(const int *)b;
}

static void *sort(void *arg) {
  int one[1] = {2};
  qsort(one, 1, sizeof one[0], by_size);
  return arg;
}

int main(void) {
  pthread_t a, b;
  long count;
  read_options(&count);
  pthread_create(&a, NULL, sort, NULL);
  pthread_create(&b, NULL, sort, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
