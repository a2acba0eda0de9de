// The handle is that of the reader created last: the other one may still run.
#include <pthread.h>

struct box {
  int value;
};
static struct box box;
static pthread_t reader;

static void *read_it(void *arg) {
  struct box *b = arg;
  int seen = b->value;  // RACE! box.value
  return seen == 0 ? arg : 0;
}

static void *write_it(void *arg) {
  struct box *b = arg;
  pthread_join(reader, 0);
  b->value = 1;  // RACE! box.value
  return 0;
}

int main(void) {
  pthread_t writer;
  pthread_create(&reader, 0, read_it, &box);
  pthread_create(&reader, 0, read_it, &box);
  pthread_create(&writer, 0, write_it, &box);
  pthread_join(writer, 0);
  return 0;
}
