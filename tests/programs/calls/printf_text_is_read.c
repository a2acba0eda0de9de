// %s reads the text while the thread writes it.
#include <pthread.h>
#include <stdio.h>

static char name[8] = "none";

static void *rename_it(void *arg) {
  name[0] = 'N'; // RACE! name[]
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, rename_it, NULL);
  printf("%d: %s\n", 1, name); // RACE! name[]
  pthread_join(t, NULL);
  return 0;
}
