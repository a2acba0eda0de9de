// printf stores how long the text is where %n says.
#include <pthread.h>
#include <stdio.h>

static int length;

static void *print(void *unused) {
  printf("hello%n\n", &length);  // RACE! length
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, print, NULL);
  int seen = length;
  pthread_join(thread, NULL);
  return seen;
}
