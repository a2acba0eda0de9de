// FLAGS: -std=gnu89 -Wno-deprecated-non-prototype
// Functions are defined in the old style, with their parameters declared behind the list.
#include <pthread.h>

static int total;

static int add(to, n)
  int *to;
  int n;
{
  *to += n; // RACE! total
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
  return total == 0;
}
