// pthread_once runs the initialiser once, and everybody reads after it.
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table_size;

static void prepare(void) { table_size = 256; }

static void *use(void *arg) {
  pthread_once(&once, prepare);
  *(int *)arg = table_size;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int x = 0, y = 0;
  pthread_create(&a, NULL, use, &x);
  pthread_create(&b, NULL, use, &y);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", x + y);
  return 0;
}
