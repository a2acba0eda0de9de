// An input is 0 or 1, and is kept twice: what one says of it, the other one does.
#include <pthread.h>
#include <stdlib.h>

static int block, is_busy, node;
static pthread_mutex_t node_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t busy_lock = PTHREAD_MUTEX_INITIALIZER;

static void *allocate(void *unused) {
  pthread_mutex_lock(&node_lock);
  if (node == 0) {
    pthread_mutex_lock(&busy_lock);
    is_busy = 1;
    pthread_mutex_unlock(&busy_lock);
    node = 1;
  }
  block = 1;
  pthread_mutex_unlock(&node_lock);
  return unused;
}

static void *give_back(void *unused) {
  pthread_mutex_lock(&busy_lock);
  if (is_busy == 0) block = 0;
  pthread_mutex_unlock(&busy_lock);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  if (argc < 2) return 1;
  node = atoi(argv[1]);
  if (node != 0 && node != 1) return 1;
  is_busy = node;
  pthread_create(&a, NULL, allocate, NULL);
  pthread_create(&b, NULL, give_back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return block;
}
