// A switch leads into the middle of a loop. All its elements are written while the lock is held.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int elements[8], moved;

static void copy(int count) {
  int i = 0;
  pthread_mutex_lock(&lock);
  switch (count % 2) {
    do {
      case 0:
        elements[i % 8] = i;
        i++;
      case 1:
        elements[i % 8] = -i;
        i++;
    } while (i < count);
  }
  moved += i;
  pthread_mutex_unlock(&lock);
}

static void *work(void *arg) {
  copy(*(int *)arg);
  return arg;
}

int main(void) {
  int counts[2] = {3, 6};
  pthread_t a, b;
  pthread_create(&a, NULL, work, &counts[0]);
  pthread_create(&b, NULL, work, &counts[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return moved == 0;
}
