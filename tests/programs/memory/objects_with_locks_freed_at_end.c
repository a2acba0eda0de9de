// Objects that lie in an array of pointers, each with a lock of its own. They are looked up again
// and again, and what leads to them is only written before there are threads, and as it is freed.
#include <pthread.h>
#include <stdlib.h>

struct sensor {
  pthread_mutex_t lock;
  int armed;
  int samples;
};

struct farm {
  int count;
  struct sensor **sensors;
};

static struct farm *farm;

static void sample(struct sensor *sensor) {
  pthread_mutex_lock(&sensor->lock);
  if (sensor->armed) sensor->samples++;
  pthread_mutex_unlock(&sensor->lock);
}

static void *poll(void *arg) {
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < farm->count; i++) sample(farm->sensors[i]);
  }
  return arg;
}

static void *operate(void *arg) {
  for (int round = 0; round < 10; round++) {
    struct sensor *sensor = farm->sensors[rand() % farm->count];
    pthread_mutex_lock(&sensor->lock);
    sensor->armed = !sensor->armed;
    pthread_mutex_unlock(&sensor->lock);
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
