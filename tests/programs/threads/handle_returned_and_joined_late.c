// A function creates the thread; the caller joins the returned handle after its access.
#include <pthread.h>
#include <stdio.h>

static unsigned long pages;

static void *print_pages(void *arg) {
  pages += 12; // RACE! pages
  return arg;
}

static pthread_t start_printer(void) {
  pthread_t t;
  pthread_create(&t, NULL, print_pages, NULL);
  return t;
}

int main(void) {
  pthread_t printer = start_printer();
  pages++; // RACE! pages
  pthread_join(printer, NULL);
  printf("%lu\n", pages);
  return 0;
}
