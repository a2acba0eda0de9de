// Where the next element is read and written is known by pointers that go round.
#include <pthread.h>

enum { kSize = 3 };
static int ring[kSize];
static int *reader = ring, *writer = ring;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int put(int value) {
  int done = 0;
  pthread_mutex_lock(&mutex);
  if (*writer == 0) {
    *writer = value;
    if (++writer == ring + kSize) writer = ring;
    done = 1;
  }
  pthread_mutex_unlock(&mutex);
  return done;
}

static int get(void) {
  int value = 0;
  pthread_mutex_lock(&mutex);
  if (*reader != 0) {
    value = *reader;
    *reader = 0;
    if (++reader == ring + kSize) reader = ring;
  }
  pthread_mutex_unlock(&mutex);
  return value;
}

static void *consume(void *unused) {
  for (int i = 1; i <= 5; i++) {
    while (get() == 0) {
    }
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, consume, NULL);
  for (int i = 1; i <= 5; i++) {
    while (!put(i)) {
    }
  }
  pthread_join(t, NULL);
  return 0;
}
