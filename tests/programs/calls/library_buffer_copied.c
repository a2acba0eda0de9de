// What the library's buffer holds is copied under the lock.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *log_line(void *text) {
  time_t now = time(NULL);
  struct tm copy;
  pthread_mutex_lock(&lock);
  struct tm *parts = localtime(&now);
  if (parts != NULL) copy = *parts;
  pthread_mutex_unlock(&lock);
  if (parts == NULL) return NULL;
  printf("%02d:%02d %s\n", copy.tm_hour, copy.tm_min, (const char *)text);
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
