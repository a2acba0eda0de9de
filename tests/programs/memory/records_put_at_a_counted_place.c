// What a thread puts into its own record, at a place that is counted elsewhere, is not the pointer to
// what all share.
#include <pthread.h>
#include <stdlib.h>

#define KINDS 12
#define KEPT 32

struct sample {
  unsigned kind, value;
};

struct sink {
  pthread_mutex_t lock;
  struct {
    unsigned long count, sum;
  } kinds[KINDS];
};

struct producer {
  pthread_t thread;
  struct sink *sink;
  unsigned seed;
  struct sample kept[KEPT];
  unsigned count;
};

static void apply(struct sink *sink, const struct sample *sample) {
  sink->kinds[sample->kind].count++;
  sink->kinds[sample->kind].sum += sample->value;
}

static void flush(struct producer *p) {
  for (unsigned i = 0; i < p->count; i++) apply(p->sink, &p->kept[i]);
  p->count = 0;
}

static void emit(struct producer *p, unsigned kind, unsigned value) {
  struct sample sample = {kind, value};
  if (p->count == KEPT ? pthread_mutex_lock(&p->sink->lock) == 0
                       : pthread_mutex_trylock(&p->sink->lock) == 0) {
    flush(p);
    apply(p->sink, &sample);
    pthread_mutex_unlock(&p->sink->lock);
  } else {
    p->kept[p->count++] = sample;
  }
}

static void *produce(void *argument) {
  struct producer *p = argument;
  for (int i = 0; i < 6000; i++) {
    const unsigned r = (unsigned)rand_r(&p->seed);
    emit(p, r % KINDS, r >> 4 & 0xfff);
  }
  pthread_mutex_lock(&p->sink->lock);
  flush(p);
  pthread_mutex_unlock(&p->sink->lock);
  return NULL;
}

int main(void) {
  static struct sink sink;
  static struct producer producers[4];
  unsigned long count = 0;
  pthread_mutex_init(&sink.lock, NULL);
  for (int i = 0; i < 4; i++) {
    producers[i].sink = &sink;
    producers[i].seed = (unsigned)i * 13u + 1u;
    if (pthread_create(&producers[i].thread, NULL, produce, &producers[i])) exit(1);
  }
  for (int i = 0; i < 4; i++) pthread_join(producers[i].thread, NULL);
  for (int i = 0; i < KINDS; i++) count += sink.kinds[i].count;
  return count != 4 * 6000;
}
