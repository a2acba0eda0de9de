// The table is set up after the items were put on the stack: the worker may be there before.
#include <pthread.h>
#include <stdio.h>

enum { kRoom = 5, kItems = 8 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int stack[kRoom];
static int count;
static int table[4];

static void put(int item) {
  pthread_mutex_lock(&lock);
  while (count == kRoom) pthread_cond_wait(&emptied, &lock);
  stack[count] = item;
  count++;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
}

static int take(void) {
  pthread_mutex_lock(&lock);
  while (count == 0) pthread_cond_wait(&filled, &lock);
  int item = stack[count - 1];
  count--;
  pthread_cond_signal(&emptied);
  pthread_mutex_unlock(&lock);
  return item;
}

static void *work(void *unused) {
  for (int i = 0; i < kItems; i++) {
    int item = take();
    printf("%d\n", table[item & 3]);  // RACE! table
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  for (int i = 0; i < kItems; i++) put(i);
  for (int i = 0; i < 4; i++) table[i] = 7;  // RACE! table
  pthread_join(t, NULL);
  return 0;
}
