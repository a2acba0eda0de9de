// A jump leads past the lock that the way back takes.
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int failed;

static void step(jmp_buf fail, int number) {
  if (number > 1) longjmp(fail, number);
}

static void *work(void *arg) {
  jmp_buf fail;
  const int code = setjmp(fail);
  if (code == 0) {
    pthread_mutex_lock(&m);
    ++failed; // RACE! failed
    pthread_mutex_unlock(&m);
    step(fail, 2);
  } else if (code == 2) {
    ++failed; // RACE! failed
  }
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, work, NULL);
  pthread_create(&u, NULL, work, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return failed;
}
