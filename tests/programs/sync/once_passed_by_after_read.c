// One thread looks at the value before it calls pthread_once.
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table_size;

static void prepare(void) {
  table_size = 256; // RACE! table_size
}

static void *use(void *arg) {
  pthread_once(&once, prepare);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, use, NULL);
  if (table_size == 0) // RACE! table_size
    puts("empty");
  pthread_once(&once, prepare);
  printf("%d\n", table_size);
  pthread_join(t, NULL);
  return 0;
}
