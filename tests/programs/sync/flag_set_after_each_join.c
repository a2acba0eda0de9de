// VERDICT: unknown: which of the threads was seen cannot be told
// TSAN: silent: the reader comes after the first of them, or before
// Main sets a flag after each thread it has joined: who has seen it comes after the first of them
// only.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;
static int data;

static void *produce(void *unused) {
  data = 1;  // RACE! data
  return unused;
}

static void *consume(void *unused) {
  pthread_mutex_lock(&lock);
  int is_set = flag;
  pthread_mutex_unlock(&lock);
  if (is_set) data = 2;  // RACE! data
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  pthread_create(&a, NULL, consume, NULL);
  if (system("true")) return 1;
  for (int i = 0; i < argc; i++) {
    pthread_create(&b, NULL, produce, NULL);
    pthread_join(b, NULL);
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_mutex_unlock(&lock);
  }
  pthread_join(a, NULL);
  return 0;
}
