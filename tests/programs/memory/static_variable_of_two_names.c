// The flag is internal to the file, and main sets it by another name.
#include <pthread.h>

static int flag __attribute__((used));
extern int same_flag __attribute__((alias("flag")));
static int hits;

static void *work(void *arg) {
  if (flag) hits++;  // RACE! hits
  return arg;
}

int main(void) {
  pthread_t t[2];
  same_flag = 1;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
