// A thread joins the thread it created itself, and main joins the former.
#include <pthread.h>
#include <stdio.h>

static int trail;

static void *grandchild(void *arg) {
  trail = trail * 10 + 2;
  return arg;
}

static void *child(void *arg) {
  pthread_t t;
  trail = 1;
  if (pthread_create(&t, NULL, grandchild, NULL) == 0) pthread_join(t, NULL);
  trail = trail * 10 + 3;
  return arg;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, child, NULL) == 0) pthread_join(t, NULL);
  printf("%d\n", trail);
  return 0;
}
