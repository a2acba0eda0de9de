// The samples take long to be made, and one thread is waited for after its counts were added up.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kSamples = 30000, kBins = 16, kThreads = 3 };

struct slice {
  const unsigned short *data;
  size_t count;
  long bins[kBins];
};
struct run {
  unsigned short *data;
  struct slice slices[kThreads];
  pthread_t threads[kThreads];
};

static void make(unsigned short *data, size_t count) {
  unsigned r = 99991;
  for (size_t i = 0; i < count; i++) {
    unsigned sum = 0;
    for (int k = 0; k < 4; k++) {
      r = r * 1103515245u + 12345u;
      sum += (r >> 16) & 0x3ff;
    }
    data[i] = (unsigned short)sum;
  }
}

static void *count(void *arg) {
  struct slice *slice = arg;
  for (size_t i = 0; i < slice->count; i++) {
    slice->bins[slice->data[i] % kBins]++; // RACE! r.slices[].bins[]
  }
  return NULL;
}

static void start(struct run *run) {
  for (int i = 0; i < kThreads; i++) {
    struct slice *slice = &run->slices[i];
    memset(slice, 0, sizeof *slice);
    slice->data = run->data + i * (kSamples / kThreads);
    slice->count = kSamples / kThreads;
    pthread_create(&run->threads[i], NULL, count, slice);
  }
}

static long add_up(const struct run *run) {
  long sum = 0;
  for (int i = 0; i < kThreads; i++) {
    for (int b = 0; b < kBins; b++) sum += run->slices[i].bins[b]; // RACE! r.slices[].bins[]
  }
  return sum;
}

int main(void) {
  static struct run r;
  r.data = malloc(kSamples * sizeof *r.data);
  make(r.data, kSamples);
  start(&r);
  for (int i = kThreads - 1; i > 0; i--) pthread_join(r.threads[i], NULL);
  const long sum = add_up(&r);
  pthread_join(r.threads[0], NULL);
  free(r.data);
  return sum == kSamples ? 0 : 1;
}
