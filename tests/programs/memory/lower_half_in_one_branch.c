// One loop runs over the whole array, but writes only its lower half; a function writes the elements.
#include <pthread.h>

static int table[32], rest;

static void set(int *element, int value) { *element = value; }

static void *lower(void *arg) {
  for (int i = 0; i < 32; i++) {
    if (i < 16) {
      set(&table[i], 1);
    } else {
      rest++;
    }
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, lower, NULL);
  for (int i = 16; i < 32; i++) set(&table[i], 2);
  pthread_join(t, NULL);
  return rest != 16;
}
