// TSAN: silent: the library does not exist
// TODAY: unknown: that a thread has ended before it is started again is not known
// Each thread is handed an element of an array of pointers, and is started again for it once it has ended.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);

struct camera {
  pthread_t thread;
  int running;
  long frames;
  long dropped;
};

static struct camera **cameras;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *watch(void *arg) {
  struct camera *camera = arg;
  camera->frames = 0;
  for (int i = 0; i < 100; i++) camera->frames++;
  camera->dropped = 100 - camera->frames;
  pthread_mutex_lock(&lock);
  camera->running = 0;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void start(struct camera *camera) {
  pthread_mutex_lock(&lock);
  int running = camera->running;
  camera->running = 1;
  pthread_mutex_unlock(&lock);
  if (!running) pthread_create(&camera->thread, NULL, watch, camera);
}

static void set_up(long count) {
  cameras = calloc(count + 1, sizeof(struct camera *));
  for (long i = 0; i < count; i++) cameras[i] = calloc(1, sizeof(struct camera));
}

int main(void) {
  long count = 0, rounds = 0;
  read_options(&count);
  read_options(&rounds);
  set_up(count);
  for (long i = 0; cameras[i] != NULL; i++) start(cameras[i]);
  for (long r = 0; r < rounds; r++) {
    for (long i = 0; cameras[i] != NULL; i++) start(cameras[i]);
  }
  return 0;
}
