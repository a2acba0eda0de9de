// FLAGS: -std=gnu89 -Wno-deprecated-non-prototype
// Functions are defined in the old style, and the one that adds locks.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(to, n)
  int *to;
  int n;
{
  pthread_mutex_lock(&m);
  *to += n;
  pthread_mutex_unlock(&m);
  return n;
}

static void *work(arg)
  void *arg;
{
  add(&total, 4);
  return arg;
}

int main(argc, argv)
  int argc;
  char **argv;
{
  pthread_t t;
  pthread_create(&t, NULL, work, argv);
  add(&total, argc);
  pthread_join(t, NULL);
  return total != argc + 4;
}
