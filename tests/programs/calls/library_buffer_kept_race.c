// The lock covers the call only, and not what it returns.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *log_line(void *text) {
  time_t now = time(NULL);
  pthread_mutex_lock(&lock);
  struct tm *parts = gmtime(&now);
  pthread_mutex_unlock(&lock);
  if (parts == NULL) return NULL;
  int hour = parts->tm_hour;  // RACE! localtime.buffer
  printf("%02d %s\n", hour, (const char *)text);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, log_line, "a");
  pthread_create(&b, NULL, log_line, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
