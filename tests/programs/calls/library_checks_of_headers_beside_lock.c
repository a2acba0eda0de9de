// With fortification, headers of the C library define strcpy and others once more, in terms of a
// checked version.
// FLAGS: -O2 -D_FORTIFY_SOURCE=2
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[64];
static int count;

static void *worker(void *arg) {
  char name[64], line[64];
  strcpy(name, (const char *)arg);
  strncat(name, "!", sizeof(name) - 1);
  snprintf(line, sizeof(line), "%s", name);
  pthread_mutex_lock(&lock);
  memcpy(last, line, sizeof(line));
  count++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  char first[16], second[16];
  memset(first, 0, sizeof(first));
  strcpy(first, "first");
  if (read(0, second, sizeof(second)) < (ssize_t)sizeof(second)) strcpy(second, "second");
  pthread_t a, b;
  pthread_create(&a, NULL, worker, first);
  pthread_create(&b, NULL, worker, second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count;
}
