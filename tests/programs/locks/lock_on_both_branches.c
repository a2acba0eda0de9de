// Both branches take the lock, in different places, before they meet at the access.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int reports, urgent;

static void *report(void *arg) {
  if (arg == NULL) {
    pthread_mutex_lock(&m);
  } else {
    pthread_mutex_lock(&m);
    urgent++;
  }
  reports++;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, report, NULL);
  pthread_create(&b, NULL, report, &m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d %d\n", reports, urgent);
  return 0;
}
