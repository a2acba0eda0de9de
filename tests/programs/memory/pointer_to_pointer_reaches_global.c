// Two levels of pointers end at the variable that main changes by name.
#include <pthread.h>

long stock = 10;
long *current = &stock;
long **handle = &current;

void *take(void *arg) {
  **handle -= 1; // RACE! stock
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, take, NULL);
  stock += 4; // RACE! stock
  pthread_join(t, NULL);
  return stock == 0;
}
