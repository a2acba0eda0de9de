// The record whose lock is taken is the one that is changed, whichever was found.
#include <pthread.h>
#include <unistd.h>

struct record {
  pthread_mutex_t lock;
  int uses;
};

static struct record records[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static pthread_mutex_t directory = PTHREAD_MUTEX_INITIALIZER;
static struct record *current = &records[0];
static double scale = 0.5;

static struct record *look_up(void) {
  pthread_mutex_lock(&directory);
  struct record *found = current;
  pthread_mutex_unlock(&directory);
  return found;
}

static void use(void) {
  struct record *found = look_up();
  pthread_mutex_lock(&found->lock);
  found->uses++;
  pthread_mutex_unlock(&found->lock);
}

static void *early(void *arg) {
  if (scale > 1.0) return NULL;
  use();
  return arg;
}

static void *late(void *arg) {
  usleep(2000);
  pthread_mutex_lock(&directory);
  current = &records[1];
  pthread_mutex_unlock(&directory);
  use();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, early, NULL);
  pthread_create(&b, NULL, late, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
