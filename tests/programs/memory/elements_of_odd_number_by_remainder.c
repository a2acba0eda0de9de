// One thread writes elements 0, 2, 4 and so on, the other those that two does not divide.
#include <pthread.h>
#include <stdlib.h>

#define LEN 50

static int data[LEN];

static void* evens(void* arg) {
  int n = *(int*)arg;
  for (int i = 0; 2 * i < n; i++) data[2 * i] = i;
  return NULL;
}

static void* odds(void* arg) {
  int n = *(int*)arg;
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0) continue;
    data[i] = -i;
  }
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t e, o;
  int n = argc > 1 ? atoi(argv[1]) : 40;
  if (n < 0 || n > LEN) return 0;
  pthread_create(&e, NULL, evens, &n);
  pthread_create(&o, NULL, odds, &n);
  pthread_join(e, NULL);
  pthread_join(o, NULL);
  for (int i = 0; i < n; i++)
    if ((data[i] < 0) != (i % 2 == 1)) abort();
  return 0;
}
