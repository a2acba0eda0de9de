// TODAY: unknown: whether the functions of the device exclude each other cannot be seen
// TSAN: silent: the library of the device does not exist
#include <pthread.h>

struct device;
extern struct device *device_open(const char *name);
extern void device_enter(struct device *device);
extern void device_leave(struct device *device);

static struct device *device;
static int transfers;

static void *user(void *unused) {
  device_enter(device);
  transfers++;  // FALSE-ALARM transfers: if device_enter() is a lock
  device_leave(device);
  return unused;
}

int main(void) {
  pthread_t a, b;
  device = device_open("disk");
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
