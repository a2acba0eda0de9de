// The size of the type is a constant, but what it is multiplied with is read.
#include <pthread.h>
#include <stdio.h>

static struct { char name[24]; int size; } file, *files = &file;

static void *resize(void *arg) {
  files->size = 100; // RACE! file.size
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, resize, NULL);
  int sum = (int)sizeof(int) * files->size; // RACE! file.size
  printf("%d\n", sum);
  pthread_join(t, NULL);
  return 0;
}
