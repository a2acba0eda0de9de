// In each turn of a loop of unknown length a device is made, its thread started, and both are ended.
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
    if (!d->running) break;
    d->ticks++;
    pthread_mutex_unlock(&d->lock);
  }
  pthread_mutex_unlock(&d->lock);
  return NULL;
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
  pthread_join(d->timer, NULL);
  int ticks = d->ticks;
  free(d);
  return ticks;
}

int main(int argc, char **argv) {
  int ticks = 0;
  (void)argv;
  for (int i = 0; i < argc + 20; i++) ticks += stop(start());
  return ticks < 0;
}
