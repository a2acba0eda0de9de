// Threads without end that read and write by turns, as atomic sections let them.
// TSAN: silent: it knows no atomic sections
#include <pthread.h>
#include <stdlib.h>

static int writer, readers;
static int front, back;

static void assume(int holds) {
  if (!holds) abort();
}

void __VERIFIER_atomic_begin_to_write(void) {
  assume(writer == 0 && readers == 0);
  writer = 1;
}

void __VERIFIER_atomic_end_of_writing(void) { writer = 0; }

void __VERIFIER_atomic_begin_to_read(void) {
  assume(writer == 0);
  readers = readers + 1;
}

void __VERIFIER_atomic_end_of_reading(void) { readers = readers - 1; }

static void *write_both(void *unused) {
  __VERIFIER_atomic_begin_to_write();
  front = 3;
  back = front;
  __VERIFIER_atomic_end_of_writing();
  return unused;
}

static void *read_both(void *unused) {
  __VERIFIER_atomic_begin_to_read();
  if (front != back) abort();
  __VERIFIER_atomic_end_of_reading();
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, NULL, write_both, NULL);
    pthread_create(&thread, NULL, read_both, NULL);
  }
}
