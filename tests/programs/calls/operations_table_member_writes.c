// The member of the constant table that the thread calls writes what main reads through another member.
#include <pthread.h>
#include <stdio.h>

struct operations {
  int (*get)(void);
  void (*set)(int);
};
static int volume = 3;

static int get_volume(void) {
  return volume; // RACE! volume
}

static void set_volume(int v) {
  volume = v; // RACE! volume
}

static const struct operations plain = {.get = get_volume, .set = set_volume};

static void *turn_up(void *arg) {
  const struct operations *ops = arg;
  ops->set(9);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, turn_up, (void *)&plain);
  printf("%d\n", plain.get());
  pthread_join(t, NULL);
  return 0;
}
