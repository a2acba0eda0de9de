// The thread changes a global that another file defines and main reads there.
#include <pthread.h>
#include <stdio.h>

extern int temperature;
int report(void);

static void *heat(void *arg) {
  temperature += 3; // RACE! temperature
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, heat, NULL);
  printf("%d\n", report());
  pthread_join(t, NULL);
  return 0;
}
