// TODAY: unknown: nothing is executed
// As every_twelfth_element_of_sixteen.c, where main may end at once by a number that is not known.
#include <pthread.h>
#include <stdlib.h>

#define COUNT 16
#define STEP 12

static int data[1000];

static void *run(void *arg) {
  for (long i = (long)arg; i < 1000; i += STEP) data[i] = 1;  // MISSED data[]: only possible
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[COUNT];
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  for (int i = 0; i < COUNT; i++) pthread_create(&threads[i], NULL, run, (void *)(long)i);
  for (int i = 0; i < COUNT; i++) pthread_join(threads[i], NULL);
  return data[7] != 1;
}
