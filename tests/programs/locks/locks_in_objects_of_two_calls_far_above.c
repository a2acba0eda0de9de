// Each thread takes the lock of another object. Both objects are made by the same calls but for one
// far above, which the name of an object does not keep.
// TODAY: unknown: the two objects have one name, and what the library does is not known
// TSAN: silent: the library does not exist
#include <pthread.h>
#include <stdlib.h>

extern void read_options(long *options);

struct account {
  pthread_mutex_t lock;
  long number;
};

static struct account *accounts[2];
static long total;

static void *allocate(unsigned long size) { return malloc(size); }

static struct account *create(long number) {
  struct account *account = allocate(sizeof *account);
  pthread_mutex_init(&account->lock, NULL);
  account->number = number;
  return account;
}

static void set_up(void) {
  accounts[0] = create(1);
  accounts[1] = create(2);
}

static void *add_first(void *unused) {
  pthread_mutex_lock(&accounts[0]->lock);
  total += accounts[0]->number;  // RACE! total
  pthread_mutex_unlock(&accounts[0]->lock);
  return unused;
}

static void *add_second(void *unused) {
  pthread_mutex_lock(&accounts[1]->lock);
  total += accounts[1]->number;
  pthread_mutex_unlock(&accounts[1]->lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  long options;
  read_options(&options);
  set_up();
  pthread_create(&a, NULL, add_first, NULL);
  pthread_create(&b, NULL, add_second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return total != 3;
}
