// strcpy fills the buffer that main is reading.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char title[32] = "untitled";

static void *rename_it(void *arg) {
  strcpy(title, "first draft"); // RACE! title[]
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, rename_it, NULL);
  size_t length = strlen(title); // RACE! title[]
  pthread_join(t, NULL);
  printf("%zu\n", length);
  return 0;
}
