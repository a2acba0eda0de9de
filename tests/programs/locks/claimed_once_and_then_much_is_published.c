// The first to come claims the word and never gives it back. Meanwhile it publishes more than is kept.
// TODAY: unknown: what the library does is not known
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <stdatomic.h>

extern void read_options(long *options);

static atomic_int claimed;
static atomic_int steps[50];
static long value;

static void publish(void) {
  atomic_store(&steps[0], 0);
  atomic_store(&steps[1], 1);
  atomic_store(&steps[2], 2);
  atomic_store(&steps[3], 3);
  atomic_store(&steps[4], 4);
  atomic_store(&steps[5], 5);
  atomic_store(&steps[6], 6);
  atomic_store(&steps[7], 7);
  atomic_store(&steps[8], 8);
  atomic_store(&steps[9], 9);
  atomic_store(&steps[10], 10);
  atomic_store(&steps[11], 11);
  atomic_store(&steps[12], 12);
  atomic_store(&steps[13], 13);
  atomic_store(&steps[14], 14);
  atomic_store(&steps[15], 15);
  atomic_store(&steps[16], 16);
  atomic_store(&steps[17], 17);
  atomic_store(&steps[18], 18);
  atomic_store(&steps[19], 19);
  atomic_store(&steps[20], 20);
  atomic_store(&steps[21], 21);
  atomic_store(&steps[22], 22);
  atomic_store(&steps[23], 23);
  atomic_store(&steps[24], 24);
  atomic_store(&steps[25], 25);
  atomic_store(&steps[26], 26);
  atomic_store(&steps[27], 27);
  atomic_store(&steps[28], 28);
  atomic_store(&steps[29], 29);
  atomic_store(&steps[30], 30);
  atomic_store(&steps[31], 31);
  atomic_store(&steps[32], 32);
  atomic_store(&steps[33], 33);
  atomic_store(&steps[34], 34);
  atomic_store(&steps[35], 35);
  atomic_store(&steps[36], 36);
  atomic_store(&steps[37], 37);
  atomic_store(&steps[38], 38);
  atomic_store(&steps[39], 39);
  atomic_store(&steps[40], 40);
  atomic_store(&steps[41], 41);
  atomic_store(&steps[42], 42);
  atomic_store(&steps[43], 43);
  atomic_store(&steps[44], 44);
  atomic_store(&steps[45], 45);
  atomic_store(&steps[46], 46);
  atomic_store(&steps[47], 47);
  atomic_store(&steps[48], 48);
  atomic_store(&steps[49], 49);
}

static void *worker(void *unused) {
  int expected = 0;
  if (!atomic_compare_exchange_strong(&claimed, &expected, 1)) return unused;
  publish();
  value++;  // FALSE-ALARM value: the word may have been given back
  return unused;
}

int main(void) {
  pthread_t a, b;
  long options;
  read_options(&options);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return value != 1;
}
