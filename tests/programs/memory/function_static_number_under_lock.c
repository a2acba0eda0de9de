// A function takes the next number from its static variable under a static lock.
#include <pthread.h>
#include <stdio.h>

static int next_number(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static int next = 1;
  pthread_mutex_lock(&lock);
  int mine = next++;
  pthread_mutex_unlock(&lock);
  return mine;
}

static void *print_number(void *arg) {
  printf("%d\n", next_number());
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, print_number, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
