// The function passed as an argument is called when the lock has been released again.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int score, turns;

static void with_lock(void (*action)(int), int n) {
  pthread_mutex_lock(&m);
  turns++;
  pthread_mutex_unlock(&m);
  action(n);
}

static void win(int n) {
  score += n; // RACE! score
}

static void *play(void *arg) {
  with_lock(win, 3);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, play, NULL);
  pthread_create(&u, NULL, play, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return turns != 2;
}
