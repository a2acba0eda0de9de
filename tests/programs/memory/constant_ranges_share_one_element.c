// The two loops run over parts of the array that have one element in common.
#include <pthread.h>

static unsigned char image[64];

static void *upper(void *arg) {
  for (int i = 0; i <= 32; i++) image[i] = 255; // RACE! image[]
  return arg;
}

static void *lower(void *arg) {
  for (int i = 32; i < 64; i++) image[i] = 128; // RACE! image[]
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, upper, NULL);
  pthread_create(&b, NULL, lower, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return image[0] != 255;
}
