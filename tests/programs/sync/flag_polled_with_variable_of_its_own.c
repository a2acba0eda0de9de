// What is seen of the flag goes into a variable that starts with 0: once it is not 0, the flag was
// seen.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;
static int data;

static void *produce(void *unused) {
  data = 1;
  pthread_mutex_lock(&lock);
  flag = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  int done = 0;
  while (!done) {
    pthread_mutex_lock(&lock);
    done = flag;
    pthread_mutex_unlock(&lock);
  }
  data = 2;
  if (system("true")) return 1;  // cannot be executed
  pthread_join(t, NULL);
  return data;
}
