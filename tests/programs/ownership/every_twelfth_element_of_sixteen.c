// As every_sixteenth_element.c, with steps that are too short: four threads go through what others do.
#include <pthread.h>
#include <stdlib.h>

#define COUNT 16
#define STEP 12

static int data[1000];

static void *run(void *arg) {
  for (long i = (long)arg; i < 1000; i += STEP) data[i] = 1;  // RACE! data[]
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[COUNT];
  (void)argc;
  (void)argv;
  for (int i = 0; i < COUNT; i++) pthread_create(&threads[i], NULL, run, (void *)(long)i);
  for (int i = 0; i < COUNT; i++) pthread_join(threads[i], NULL);
  return data[7] != 1;
}
