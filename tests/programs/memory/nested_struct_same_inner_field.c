// The two paths through the outer struct end in the same inner field.
#include <pthread.h>

struct arm { int angle, reach; };
struct robot {
  int id;
  struct arm left, right;
};
struct robot robot;

static void turn(struct arm *a, int by) {
  a->angle += by; // RACE! robot.left.angle
}

static void *wave(void *arg) {
  turn(&robot.left, 10);
  return arg;
}

int main(void) {
  pthread_t t;
  struct robot *mine = &robot;
  pthread_create(&t, NULL, wave, NULL);
  mine->left.angle = 0; // RACE! robot.left.angle
  pthread_join(t, NULL);
  return mine->id;
}
