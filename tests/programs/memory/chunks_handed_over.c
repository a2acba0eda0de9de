// Each thread is handed the bounds of the part of the array it fills.
#include <pthread.h>

#define THREADS 4
#define CHUNK 16
struct part {
  int low, high;
};
static int table[THREADS * CHUNK];

static void *fill(void *arg) {
  const struct part *part = arg;
  for (int i = part->low; i < part->high; i++) table[i] = i;
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  struct part parts[THREADS];
  for (int i = 0; i < THREADS; i++) {
    parts[i].low = i * CHUNK;
    parts[i].high = (i + 1) * CHUNK;
    pthread_create(&t[i], NULL, fill, &parts[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  return table[17] != 17;
}
