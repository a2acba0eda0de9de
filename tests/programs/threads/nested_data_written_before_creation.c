// The child thread writes the setting before it creates the grandchild that reads it.
#include <pthread.h>
#include <stdio.h>

static int config;

static void *grandchild(void *arg) {
  printf("%d\n", config);
  return arg;
}

static void *child(void *arg) {
  pthread_t t;
  config = 8;
  if (pthread_create(&t, NULL, grandchild, NULL) != 0) return NULL;
  pthread_join(t, NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  config = 7;
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, NULL);
  return config != 8;
}
