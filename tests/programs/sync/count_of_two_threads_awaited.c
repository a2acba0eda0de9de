// Main waits until both threads have counted themselves: what they did before comes before.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t counted = PTHREAD_COND_INITIALIZER;
static int done;
static int left, right;

static void count(void) {
  pthread_mutex_lock(&lock);
  done++;
  pthread_cond_signal(&counted);
  pthread_mutex_unlock(&lock);
}

static void *do_left(void *unused) {
  left = 1;
  count();
  return unused;
}

static void *do_right(void *unused) {
  right = 2;
  count();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, do_left, NULL);
  pthread_create(&b, NULL, do_right, NULL);
  pthread_mutex_lock(&lock);
  while (done < 2) pthread_cond_wait(&counted, &lock);
  pthread_mutex_unlock(&lock);
  int sum = left;
  sum += right;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum;
}
