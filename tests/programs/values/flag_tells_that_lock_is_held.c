// A helper that may lock tells so by its result, and the caller goes by it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int visits;

static int enter(int wanted) {
  if (!wanted) return 0;
  pthread_mutex_lock(&m);
  return 1;
}

static void *visitor(void *arg) {
  int held = enter(*(int *)arg);
  if (held) {
    visits++;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t a, b;
  int yes = 1, perhaps = argc > 1;
  pthread_create(&a, NULL, visitor, &yes);
  pthread_create(&b, NULL, visitor, &perhaps);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return visits == 0;
}
