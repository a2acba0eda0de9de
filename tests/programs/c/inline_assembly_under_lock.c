// VERDICT: unknown: what inline assembly does is not known
// Inline assembly changes the variable, always under the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int mail;

static void *post(void *arg) {
  pthread_mutex_lock(&m);
  mail++;
  __asm__ volatile("" : "+m"(mail));
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, post, NULL);
  pthread_create(&u, NULL, post, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return mail != 2;
}
