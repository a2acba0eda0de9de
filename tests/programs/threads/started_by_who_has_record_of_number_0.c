// VERDICT: unknown: the number may change meanwhile
// Each thread has a record with its number; the one of number 0 starts the only writer.
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist
struct record {
  int number, size;
};
static struct record records[8];
static int filled, written;

static void *write_out(void *arg) {
  for (int i = 0; i < 3; i++) written++;
  return arg;
}

static void *work(void *arg) {
  struct record *own = arg, copy;
  copy.number = own->number;
  if (copy.number == 0) {
    pthread_t writer;
    pthread_create(&writer, NULL, write_out, NULL);
  }
  return NULL;
}

static void add(int size) {
  records[filled].number = filled;
  records[filled].size = size;
  filled++;
}

int main(void) {
  long count;
  read_options(&count);
  while (filled < count && filled < 8) add(filled + 100);
  for (int i = 0; i < filled; i++) {
    pthread_t t;
    pthread_create(&t, NULL, work, &records[i]);
  }
  pthread_exit(NULL);
}
