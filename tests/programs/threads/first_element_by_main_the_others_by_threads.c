// Main works on the first element, or chunk, itself, and threads on those behind it.
#include <pthread.h>
#include <stdlib.h>

struct part {
  double *numbers;
  int from, to;
  double sum;
};

static double *scaled;
static int chunk;

static void *add(void *argument) {
  struct part *part = argument;
  part->sum = 0;
  for (int i = part->from; i < part->to; i++) part->sum += part->numbers[i];
  return NULL;
}

static void scale(int from, int to) {
  for (int i = from; i < to; i++) scaled[i] *= 2;
}

static void *scale_chunk(void *number) {
  long k = (long)number;
  scale(k * chunk, (k + 1) * chunk);
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 4, total = argc > 2 ? atoi(argv[2]) : 1000;
  if (count < 1 || total < count) return 1;
  chunk = total / count;
  double *numbers = calloc(total, sizeof *numbers);
  scaled = calloc(total, sizeof *scaled);
  struct part *parts = calloc(count, sizeof *parts);
  pthread_t *threads = calloc(count, sizeof *threads);
  for (int k = 1; k < count; k++) {
    parts[k].numbers = numbers;
    parts[k].from = k * chunk;
    parts[k].to = (k + 1) * chunk;
    pthread_create(&threads[k], NULL, add, &parts[k]);
  }
  parts[0].numbers = numbers;
  parts[0].to = chunk;
  add(&parts[0]);
  double sum = parts[0].sum;
  for (int k = 1; k < count; k++) pthread_join(threads[k], NULL);
  for (long k = 0; k < count - 1; k++) pthread_create(&threads[k], NULL, scale_chunk, (void *)k);
  scale((count - 1) * chunk, total);
  for (int k = 0; k < count - 1; k++) pthread_join(threads[k], NULL);
  return sum > scaled[0];
}
