// What is seen of the flag goes into a variable that starts with 1: that it is not 0 says nothing.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag;
static int data;
static void *produce(void *unused) {
  data = 1;  // RACE! data
  pthread_mutex_lock(&lock);
  flag = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, produce, NULL);
  int done = 1;
  while (!done) {
    pthread_mutex_lock(&lock);
    done = flag;
    pthread_mutex_unlock(&lock);
  }
  data = 2;  // RACE! data
  
  pthread_join(t, NULL);
  return data;
}
