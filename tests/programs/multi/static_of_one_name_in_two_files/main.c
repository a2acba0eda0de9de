#include <pthread.h>

void note_reader(void);
void note_writer(void);

static void *work(void *arg) {
  note_reader();
  note_writer();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
