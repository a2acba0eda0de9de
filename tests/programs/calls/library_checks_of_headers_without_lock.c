// With fortification, headers of the C library define strcpy and others once more, in terms of a
// checked version.
// FLAGS: -O2 -D_FORTIFY_SOURCE=2
#include <pthread.h>
#include <string.h>

static char last[64];
static int count;

static void *worker(void *arg) {
  memcpy(last, arg, sizeof(last)); // RACE! last
  count++; // RACE! count
  return NULL;
}

int main(void) {
  char name[64];
  strcpy(name, "worker");
  pthread_t a, b;
  pthread_create(&a, NULL, worker, name);
  pthread_create(&b, NULL, worker, name);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
