// In each turn of a loop a device is made; its ticks are read before its thread has ended.
#include <pthread.h>
#include <stdlib.h>

struct device {
  pthread_t timer;
  pthread_mutex_t lock;
  int running, ticks;
};

static void *tick(void *arg) {
  struct device *d = arg;
  for (;;) {
    pthread_mutex_lock(&d->lock);
    int running = d->running;
    pthread_mutex_unlock(&d->lock);
    if (!running) return NULL;
    d->ticks++; // RACE! device.ticks
  }
}

static struct device *start(void) {
  struct device *d = malloc(sizeof *d);
  if (!d) exit(3);
  pthread_mutex_init(&d->lock, NULL);
  d->running = 1;
  d->ticks = 0;
  pthread_create(&d->timer, NULL, tick, d);
  return d;
}

static int stop(struct device *d) {
  pthread_mutex_lock(&d->lock);
  d->running = 0;
  pthread_mutex_unlock(&d->lock);
  int ticks = d->ticks; // RACE! device.ticks
  pthread_join(d->timer, NULL);
  free(d);
  return ticks;
}

int main(int argc, char **argv) {
  int ticks = 0;
  (void)argv;
  for (int i = 0; i < argc + 20; i++) ticks += stop(start());
  return ticks < 0;
}
