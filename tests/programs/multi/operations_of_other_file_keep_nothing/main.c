// The thread sends through the table of the driver that keeps the last value, and main through the other.
#include "device.h"

#include <pthread.h>

static void *job(void *arg) {
  const struct device_operations *device = arg;
  device->send(20);
  return NULL;
}

int main(void) {
  pthread_t t;
  if (!printer.open() || !null_device.open()) return 1;
  pthread_create(&t, NULL, job, (void *)&printer);
  job((void *)&null_device);
  pthread_join(t, NULL);
  return 0;
}
