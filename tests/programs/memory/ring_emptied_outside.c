// The element is emptied after the lock was given back.
#include <pthread.h>
#include <stddef.h>

enum { kSize = 3 };
static int ring[kSize];
static int *reader = ring, *writer = ring;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int put(int value) {
  int done = 0;
  pthread_mutex_lock(&mutex);
  if (*writer == 0) { // RACE! ring[]
    *writer = value;
    if (++writer == ring + kSize) writer = ring;
    done = 1;
  }
  pthread_mutex_unlock(&mutex);
  return done;
}

static int get(void) {
  int value = 0, *taken = NULL;
  pthread_mutex_lock(&mutex);
  if (*reader != 0) {
    value = *reader;
    taken = reader;
    if (++reader == ring + kSize) reader = ring;
  }
  pthread_mutex_unlock(&mutex);
  if (taken != NULL) *taken = 0; // RACE! ring[]
  return value;
}

static void *consume(void *unused) {
  for (int i = 1; i <= 500; i++) {
    while (get() == 0) {
    }
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, consume, NULL);
  for (int i = 1; i <= 500; i++) {
    while (!put(i)) {
    }
  }
  pthread_join(t, NULL);
  return 0;
}
