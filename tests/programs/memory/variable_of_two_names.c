// One variable, by another name each.
#include <pthread.h>

int hits;
extern int same_hits __attribute__((alias("hits")));
int level;
extern int same_level __asm__("level");
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern pthread_mutex_t same_m __attribute__((alias("m")));
static int guarded;

static void *work(void *arg) {
  same_hits++; // RACE! hits
  same_level++; // RACE! level
  pthread_mutex_lock(&same_m);
  guarded++;
  pthread_mutex_unlock(&same_m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  hits++; // RACE! hits
  level++; // RACE! level
  pthread_mutex_lock(&m);
  guarded++;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
