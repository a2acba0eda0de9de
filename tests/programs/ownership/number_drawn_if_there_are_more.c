// A number is drawn only if there are more; who draws none is told by the same question, asked the
// other way round.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *squares;
static int count, next;

static void *run(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int k = next;
    if (k < count) next = next + 1;
    pthread_mutex_unlock(&lock);
    if (k >= count) break;
    squares[k] = k * k;
  }
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  count = argc > 1 ? atoi(argv[1]) : 1000;
  if (count < 0 || count > 100000) return 1;
  squares = malloc(count * sizeof *squares);
  if (squares == NULL) return 1;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
