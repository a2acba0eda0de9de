// Both the getter and the setter lock.
#include <pthread.h>
#include <stdio.h>

static struct {
  pthread_mutex_t lock;
  int brightness;
} screen = {.lock = PTHREAD_MUTEX_INITIALIZER, .brightness = 50};

static int get_brightness(void) {
  pthread_mutex_lock(&screen.lock);
  int b = screen.brightness;
  pthread_mutex_unlock(&screen.lock);
  return b;
}

static void set_brightness(int b) {
  pthread_mutex_lock(&screen.lock);
  screen.brightness = b;
  pthread_mutex_unlock(&screen.lock);
}

static void *sunset(void *arg) {
  set_brightness(20);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sunset, NULL);
  printf("%d\n", get_brightness());
  pthread_join(t, NULL);
  return 0;
}
