// TODAY: unknown: that taking the lock never fails is not known
// The log is only looked at if taking a lock fails that is waited for.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock;
static FILE *file;
static int count;

static void log_error(const char *text) {
  if (file) fputs(text, file);
}

static int take(pthread_mutex_t *taken) {
  const int result = pthread_mutex_lock(taken);
  if (result) log_error(strerror(result));
  return result;
}

static void *work(void *arg) {
  while (1) {
    take(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    sleep(1);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attributes);
  file = fopen("/dev/null", "a");
  pthread_create(&thread, NULL, work, NULL);
  sleep(2);
  if (!file) return 0;
  fclose(file);
  file = NULL;
  return 0;
}
