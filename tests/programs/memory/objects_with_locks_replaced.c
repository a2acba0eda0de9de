// Objects that lie in an array of pointers, each with a lock of its own. One is replaced while
// threads look it up twice, so that they may hold the lock of the old one.
// TSAN: silent: on a busy machine all have been replaced before anybody looks.
#include <pthread.h>
#include <stdlib.h>

struct sensor {
  pthread_mutex_t lock;
  int samples;
};

struct farm {
  int count;
  struct sensor **sensors;
};

static struct farm *farm;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct sensor *find(int i) {
  pthread_mutex_lock(&lock);
  struct sensor *sensor = farm->sensors[i];
  pthread_mutex_unlock(&lock);
  return sensor;
}

static void sample(int i) {
  pthread_mutex_t *own = &find(i)->lock;
  pthread_mutex_lock(own);
  find(i)->samples++;  // RACE! sensor.samples
  pthread_mutex_unlock(own);
}

static void *poll(void *arg) {
  for (int round = 0; round < 500; round++) {
    for (int i = 0; i < farm->count; i++) sample(i);
  }
  return arg;
}

static void *operate(void *arg) {
  for (int round = 0; round < 500; round++) {
    struct sensor *fresh = calloc(1, sizeof *fresh);
    if (!fresh) abort();
    pthread_mutex_init(&fresh->lock, NULL);
    pthread_mutex_lock(&lock);
    farm->sensors[0] = fresh;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  const int count = rand() % 20 + 1;
  pthread_t pollers[2], operator;
  farm = malloc(sizeof *farm);
  if (!farm) return 1;
  farm->count = count;
  farm->sensors = malloc(count * sizeof *farm->sensors);
  if (!farm->sensors) return 1;
  for (int i = 0; i < count; i++) {
    farm->sensors[i] = calloc(1, sizeof **farm->sensors);
    if (!farm->sensors[i]) abort();
    pthread_mutex_init(&farm->sensors[i]->lock, NULL);
  }
  pthread_create(&pollers[0], NULL, poll, NULL);
  pthread_create(&operator, NULL, operate, NULL);
  pthread_create(&pollers[1], NULL, poll, NULL);
  pthread_join(pollers[0], NULL);
  pthread_join(pollers[1], NULL);
  pthread_join(operator, NULL);
  for (int i = 0; i < count; i++) free(farm->sensors[i]);
  free(farm->sensors);
  free(farm);
  return 0;
}
