// Both threads are given the one buffer that the library has for broken-down times.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *log_line(void *text) {
  time_t now = time(NULL);
  struct tm *parts = localtime(&now);  // RACE! localtime.buffer
  if (parts == NULL) return NULL;
  printf("%02d:%02d %s\n", parts->tm_hour, parts->tm_min, (const char *)text);
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
