// Behind the barrier all compare the sum, which the last one to come resets meanwhile. Which one is
// larger decides nothing but what is kept.
#include <pthread.h>
#include <stdio.h>

#define THREADS 3
#define STEPS 20

struct state {
  pthread_mutex_t mutex;
  pthread_barrier_t begin, done;
  double sum;
  double first;
};

struct part {
  struct state *state;
  double value;
  double largest;
};

static void *step(void *arg) {
  struct part *part = arg;
  struct state *s = part->state;
  for (int i = 0; i < STEPS; i++) {
    pthread_barrier_wait(&s->begin);
    part->value *= 1.5;
    pthread_mutex_lock(&s->mutex);
    s->sum += part->value;
    pthread_mutex_unlock(&s->mutex);
    int last = pthread_barrier_wait(&s->done);
    if (s->sum > part->largest) part->largest = s->sum; // RACE! s.sum
    if (last == PTHREAD_BARRIER_SERIAL_THREAD) {
      pthread_mutex_lock(&s->mutex);
      s->sum = 0; // RACE! s.sum
      pthread_mutex_unlock(&s->mutex);
    }
  }
  return NULL;
}

int main(void) {
  static struct state s;
  pthread_t threads[THREADS];
  struct part parts[THREADS];
  pthread_mutex_init(&s.mutex, NULL);
  pthread_barrier_init(&s.begin, NULL, THREADS);
  pthread_barrier_init(&s.done, NULL, THREADS);
  for (int i = 0; i < THREADS; i++) {
    parts[i] = (struct part){&s, i + 1.0, 0.0};
    pthread_create(&threads[i], NULL, step, &parts[i]);
  }
  double largest = 0;
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    if (parts[i].largest > largest) largest = parts[i].largest;
  }
  printf("%f\n", largest);
  return 0;
}
