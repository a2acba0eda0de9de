// One move of a word, spelled out as volatile assembly, is atomic and in order, as in libraries
// that are older than the compiler's own atomics.
#include <pthread.h>

static unsigned int ready, plain;
static int data;

static unsigned int load(const unsigned int *word) {
  unsigned int value;
  __asm__ __volatile__("movl %1, %0" : "=q"(value) : "m"(*word) : "memory");
  return value;
}

static void store(unsigned int *word, unsigned int value) {
  __asm__ __volatile__("movl %1, %0" : "=m"(*word) : "iq"(value) : "memory");
}

static void *work(void *unused) {
  data = 7;
  plain = 1;  // RACE! plain
  store(&ready, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  unsigned int value;
  __asm__("movl %1, %0" : "=r"(value) : "m"(plain));
  while (!load(&ready)) {
  }
  return data + (int)value;
}
