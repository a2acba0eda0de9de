// The threads call only the member of the constant table that reads; the one that writes is called before.
#include <pthread.h>
#include <stdio.h>

struct operations {
  int (*get)(void);
  void (*set)(int);
};
static int volume = 3;

static int get_volume(void) { return volume; }
static void set_volume(int v) { volume = v; }
static const struct operations plain = {.get = get_volume, .set = set_volume};

static void *listen(void *arg) {
  const struct operations *ops = arg;
  printf("thread %d\n", ops->get());
  return NULL;
}

int main(void) {
  pthread_t t;
  plain.set(4);
  pthread_create(&t, NULL, listen, (void *)&plain);
  printf("main %d\n", plain.get());
  pthread_join(t, NULL);
  return 0;
}
