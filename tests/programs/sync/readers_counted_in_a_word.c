// A word is -1 while there is a writer, and else how many readers there are.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int word;
static int table[8];
static int changes;

static void begin_read(void) {
  for (;;) {
    int n = atomic_load_explicit(&word, memory_order_relaxed);
    if (n >= 0 && atomic_compare_exchange_weak_explicit(&word, &n, n + 1, memory_order_acquire,
                                                        memory_order_relaxed)) {
      return;
    }
  }
}

static void end_read(void) { atomic_fetch_sub_explicit(&word, 1, memory_order_release); }

static void begin_write(void) {
  int none;
  do {
    none = 0;
  } while (!atomic_compare_exchange_weak_explicit(&word, &none, -1, memory_order_acquire,
                                                  memory_order_relaxed));
}

static void end_write(void) { atomic_store_explicit(&word, 0, memory_order_release); }

static void *reader(void *arg) {
  int *found = arg;
  for (int i = 0; i < 30; i++) {
    begin_read();
    *found = table[changes % 8];
    end_read();
  }
  return NULL;
}

static void *writer(void *arg) {
  for (int i = 0; i < 30; i++) {
    begin_write();
    changes++;
    table[changes % 8] = changes;
    end_write();
  }
  return arg;
}

int main(void) {
  pthread_t readers[2], writers[2];
  int found[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    pthread_create(&readers[i], NULL, reader, &found[i]);
    pthread_create(&writers[i], NULL, writer, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(readers[i], NULL);
    pthread_join(writers[i], NULL);
  }
  return found[0] + found[1] > 100;
}
