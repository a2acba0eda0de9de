// All accesses of an _Atomic object are atomic, also through ++ and =.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int packets;

static void *send_some(void *arg) {
  for (int i = 0; i < 5; i++) packets++;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, send_some, NULL);
  packets += 2;
  pthread_join(t, NULL);
  return packets != 7;
}
