// The function passed as an argument is called while the lock is held.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int score;

static void with_lock(void (*action)(int), int n) {
  pthread_mutex_lock(&m);
  action(n);
  pthread_mutex_unlock(&m);
}

static void win(int n) { score += n; }
static void lose(int n) { score -= n; }

static void *play(void *arg) {
  with_lock(win, 3);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, play, NULL);
  with_lock(lose, 1);
  pthread_join(t, NULL);
  return score != 2;
}
