// %p prints an address, %s reads the text.
#include <pthread.h>
#include <stdio.h>

static char name[8] = "none";

static void *rename_it(void *arg) {
  name[0] = 'N';
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, rename_it, NULL);
  printf("%d at %p\n", 1, (void *)name);
  pthread_join(t, NULL);
  printf("%s\n", name);
  return 0;
}
