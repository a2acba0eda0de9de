// The allocation wrapper returns the object that it allocated once and keeps.
#include <pthread.h>
#include <stdlib.h>

struct page { int lines; };
static void *kept;

static void *get_memory(size_t size) {
  if (kept == NULL) kept = calloc(1, size);
  if (kept == NULL) exit(3);
  return kept;
}

static void *write_page(void *arg) {
  struct page *p = get_memory(sizeof *p);
  p->lines += 40; // RACE! page.lines
  return arg;
}

int main(void) {
  pthread_t a, b;
  struct page *p = get_memory(sizeof *p);
  pthread_create(&a, NULL, write_page, NULL);
  pthread_create(&b, NULL, write_page, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return p->lines == 0;
}
