// The inner pointer is turned to another variable before the thread follows it.
#include <pthread.h>

long stock = 10, spare = 2;
long *current = &stock;
long **handle = &current;

void *take(void *arg) {
  **handle -= 1;
  return arg;
}

int main(void) {
  pthread_t t;
  *handle = &spare;
  pthread_create(&t, NULL, take, NULL);
  stock += 4;
  pthread_join(t, NULL);
  return stock + spare != 15;
}
