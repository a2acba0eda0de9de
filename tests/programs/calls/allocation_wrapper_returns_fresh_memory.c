// Every call of the allocation wrapper returns a fresh object.
#include <pthread.h>
#include <stdlib.h>

struct page { int lines; };

static void *get_memory(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) exit(3);
  return memory;
}

static void *write_page(void *arg) {
  struct page *p = get_memory(sizeof *p);
  p->lines = 40;
  free(p);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_page, NULL);
  pthread_create(&b, NULL, write_page, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
