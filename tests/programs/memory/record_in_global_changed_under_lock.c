// Each thread leaves its record in a global; the callee changes whichever is there under the lock.
#include <pthread.h>
#include <unistd.h>

struct record {
  int uses;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record records[2], *newest;
static double scale = 0.5;

static void use_newest(void) {
  pthread_mutex_lock(&lock);
  newest->uses++;
  pthread_mutex_unlock(&lock);
}

static void *work(void *arg) {
  if (scale > 1.0) return NULL;
  pthread_mutex_lock(&lock);
  newest = arg;
  pthread_mutex_unlock(&lock);
  usleep(2000);
  use_newest();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, &records[0]);
  pthread_create(&b, NULL, work, &records[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
