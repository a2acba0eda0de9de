// The operands of sizeof and typeof are not evaluated.
#include <pthread.h>
#include <stdio.h>

static struct { char name[24]; int size; } file, *files = &file;

static void *resize(void *arg) {
  files->size = 100;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, resize, NULL);
  __typeof__(files->size) sum = (int)sizeof files->size;
  sum += (int)sizeof(files[1].size + 1);
  printf("%d\n", sum);
  pthread_join(t, NULL);
  return file.size != 100;
}
