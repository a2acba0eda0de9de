// One word for readers and writers: so many readers, or -1 for one who writes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int users;
static int entries[4], total;

static void begin_to_read(void) {
  int found;
  do {
    found = atomic_load(&users);
  } while (found < 0 || !atomic_compare_exchange_weak(&users, &found, found + 1));
}

static void end_of_reading(void) { atomic_fetch_sub(&users, 1); }

static void begin_to_write(void) {
  for (;;) {
    int nobody = 0;
    if (atomic_compare_exchange_strong(&users, &nobody, -1)) return;
  }
}

static void end_of_writing(void) { atomic_store(&users, 0); }

static void *look(void *unused) {
  int sum = 0;
  for (int i = 0; i < 100; ++i) {
    begin_to_read();
    sum += entries[i % 4] - total;
    end_of_reading();
  }
  return sum > 0 ? unused : NULL;
}

static void *change(void *unused) {
  for (int i = 0; i < 100; ++i) {
    begin_to_write();
    entries[i % 4]++;
    total++;
    end_of_writing();
  }
  return unused;
}

int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 5; ++i) pthread_create(&threads[i], NULL, i < 3 ? look : change, NULL);
  for (int i = 0; i < 5; ++i) pthread_join(threads[i], NULL);
  return total != 200;
}
