// Only the careful thread takes the lock; both meet at the access.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int reports;

static void *report(void *arg) {
  int careful = arg != NULL;
  if (careful) pthread_mutex_lock(&m);
  reports++; // RACE! reports
  if (careful) pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, report, NULL);
  pthread_create(&b, NULL, report, &m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d\n", reports);
  return 0;
}
