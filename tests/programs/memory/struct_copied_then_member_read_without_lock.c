// All of the object is copied under the lock, and one member read behind it: that one alone is reported.
#include <pthread.h>
#include <string.h>

struct fix {
  long time;
  int quality;
  double place[2];
};

static struct fix last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int look(struct fix *to) {
  pthread_mutex_lock(&lock);
  memcpy(to, &last, sizeof last);
  pthread_mutex_unlock(&lock);
  return last.quality;  // RACE! last.quality
}

static void put(const struct fix *from) {
  pthread_mutex_lock(&lock);
  memcpy(&last, from, sizeof last);  // RACE! last.quality
  pthread_mutex_unlock(&lock);
}

static void *measure(void *arg) {
  struct fix fix;
  memset(&fix, 0, sizeof fix);
  for (int i = 0; i < 9; i++) {
    fix.quality = i;
    put(&fix);
  }
  return arg;
}

static void *show(void *arg) {
  struct fix fix;
  int good = 0;
  for (int i = 0; i < 9; i++) good += look(&fix) > 2;
  return good > 0 ? arg : NULL;
}

int main(void) {
  pthread_t t, u;
  struct fix fix;
  memset(&fix, 0, sizeof fix);
  put(&fix);
  pthread_create(&t, NULL, measure, NULL);
  pthread_create(&u, NULL, show, NULL);
  const int quality = look(&fix);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return quality;
}
