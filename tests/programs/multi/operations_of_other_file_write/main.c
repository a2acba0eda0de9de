// Both threads send through the table of the driver that keeps the last value.
#include "device.h"

#include <pthread.h>
#include <stddef.h>

static const struct device_operations *current = &null_device;

static void *job(void *arg) {
  current->send(20);
  return arg;
}

int main(void) {
  pthread_t t;
  current = &printer;
  if (!current->open()) return 1;
  pthread_create(&t, NULL, job, NULL);
  current->send(30);
  pthread_join(t, NULL);
  return 0;
}
