// The thread changes a global that another file defines, under the lock defined there too.
#include <pthread.h>
#include <stdio.h>

extern pthread_mutex_t station_lock;
extern int temperature;
int report(void);

static void *heat(void *arg) {
  pthread_mutex_lock(&station_lock);
  temperature += 3;
  pthread_mutex_unlock(&station_lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, heat, NULL);
  printf("%d\n", report());
  pthread_join(t, NULL);
  return 0;
}
