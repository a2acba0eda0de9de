// Inline assembly that only holds back the compiler does not order the threads.
#include <pthread.h>
#include <stdio.h>

static int mail;

static void *post(void *arg) {
  mail = 1; // RACE! mail
  __asm__ volatile("" ::: "memory");
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, post, NULL);
  __asm__ volatile("" ::: "memory");
  printf("%d\n", mail); // RACE! mail
  pthread_join(t, NULL);
  return 0;
}
