// Main waits until two of three threads have counted themselves: which ones cannot be told.
#include <pthread.h>
#include <unistd.h>

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
  usleep(20000);
  left = 1;  // RACE! left
  count();
  return unused;
}

static void *do_right(void *unused) {
  right = 2;  // RACE! right
  count();
  return unused;
}

static void *do_nothing(void *unused) {
  count();
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, do_left, NULL);
  pthread_create(&b, NULL, do_right, NULL);
  pthread_create(&c, NULL, do_nothing, NULL);
  pthread_mutex_lock(&lock);
  while (done < 2) pthread_cond_wait(&counted, &lock);
  pthread_mutex_unlock(&lock);
  int sum = left;  // RACE! left
  sum += right;  // RACE! right
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return sum;
}
