// TODAY: unknown: which number a word is, is not followed if it is another one than 0
// The wrapper takes the lock only if it was made, which main has done before there are threads.
#include <pthread.h>
#include <stdio.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

enum { MADE = 0x1234 };
struct checked_lock {
  unsigned state;
  pthread_mutex_t mutex;
};

static struct checked_lock lock;
static int value;

static int take(struct checked_lock *l) {
  if (l->state == MADE) return pthread_mutex_lock(&l->mutex);
  printf("not made\n");
  return -1;
}

static int give_back(struct checked_lock *l) {
  if (l->state == MADE) return pthread_mutex_unlock(&l->mutex);
  printf("not made\n");
  return -1;
}

static void *count(void *unused) {
  take(&lock);
  value++;  // FALSE-ALARM value: which number the state is, is not followed
  give_back(&lock);
  return unused;
}

int main(void) {
  long n = 0;
  pthread_t a, b;
  read_options(&n);
  pthread_mutex_init(&lock.mutex, NULL);
  lock.state = MADE;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return value;
}
