// All of the object is replaced while a thread reads two of its members: one finding, not one for each.
#include <pthread.h>

struct limits {
  long rate;
  int depth;
  int width;
};

static struct limits limits;

static void set(const struct limits *to) {
  limits = *to;  // RACE! limits.rate
}

static void *work(void *arg) {
  const long rate = limits.rate;  // RACE! limits.rate
  return rate + limits.depth > 5 ? arg : NULL;
}

int main(void) {
  pthread_t t;
  struct limits to = {1, 2, 3};
  pthread_create(&t, NULL, work, NULL);
  set(&to);
  pthread_join(t, NULL);
  return 0;
}
