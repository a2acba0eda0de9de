// The same inner field is changed in two different inner structs of one outer struct.
#include <pthread.h>

struct arm { int angle, reach; };
struct robot {
  int id;
  struct arm left, right;
};
struct robot robot;

static void turn(struct arm *a, int by) { a->angle += by; }

static void *wave(void *arg) {
  turn(&robot.left, 10);
  return arg;
}

int main(void) {
  pthread_t t;
  struct robot *mine = &robot;
  pthread_create(&t, NULL, wave, NULL);
  mine->right.angle = 5;
  pthread_join(t, NULL);
  return mine->left.angle != 10;
}
