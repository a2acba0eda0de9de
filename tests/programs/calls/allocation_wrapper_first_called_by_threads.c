// The allocation wrapper keeps an object that whichever thread comes first has it allocate.
#include <pthread.h>
#include <stdlib.h>

struct page { int lines; };
static void *kept;

static void *get_memory(size_t size) {
  if (kept == NULL) kept = calloc(1, size); // RACE! kept
  return kept; // RACE! kept
}

static void *write_page(void *arg) {
  struct page *p = get_memory(sizeof *p);
  return p == NULL ? NULL : arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_page, NULL);
  pthread_create(&b, NULL, write_page, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(kept);
  return 0;
}
