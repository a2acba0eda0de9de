// Casts to void of parameters and results that are not needed touch nothing common.
#include <pthread.h>
#include <stdio.h>

static int last_code, code = 3;

static int get_code(const char *why) {
  (void)why;
  return code;
}

static void *work(void *arg) {
  (void)arg;
  (void)get_code("start");
  (void)printf("%d\n", code);
  return NULL;
}

int main(void) {
  pthread_t t;
  (void)pthread_create(&t, NULL, work, NULL);
  last_code = get_code("end");
  (void)pthread_join(t, NULL);
  return last_code != 3;
}
