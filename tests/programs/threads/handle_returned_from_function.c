// A function creates the thread and returns its handle for the caller to join.
#include <pthread.h>
#include <stdio.h>

static unsigned long pages;

static void *print_pages(void *arg) {
  pages += 12;
  return arg;
}

static pthread_t start_printer(void) {
  pthread_t t;
  pthread_create(&t, NULL, print_pages, NULL);
  return t;
}

int main(void) {
  pthread_t printer = start_printer();
  pthread_join(printer, NULL);
  pages++;
  printf("%lu\n", pages);
  return 0;
}
