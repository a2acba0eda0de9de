// VERDICT: unknown: which of the variables the thread is handed is not known
// One creation, in one of three states, hands over one of three variables. The thread hands it back.
// TSAN: silent
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b, c;

static void *count(void *argument) {
  int *number = argument;
  ++*number;  // RACE! a // RACE! b // RACE! c
  return number;
}

int main(void) {
  int which = (int)(strtod("2", NULL) + 0.5);
  int *number;
  pthread_t thread;
  if (which == 0) {
    number = &a;
  } else if (which == 1) {
    pthread_mutex_lock(&first_lock);
    number = &b;
  } else {
    pthread_mutex_lock(&second_lock);
    number = &c;
  }
  pthread_create(&thread, NULL, count, number);
  a++;  // RACE! a
  b++;  // RACE! b
  c++;  // RACE! c
  void *result;
  pthread_join(thread, &result);
  return *(int *)result;
}
