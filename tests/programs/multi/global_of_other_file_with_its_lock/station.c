// Defines the global and its lock, and reads the one under the other.
#include <pthread.h>

int report(void);
pthread_mutex_t station_lock = PTHREAD_MUTEX_INITIALIZER;
int temperature = 20;

int report(void) {
  pthread_mutex_lock(&station_lock);
  int now = temperature;
  pthread_mutex_unlock(&station_lock);
  return now;
}
