// A volatile object is not an atomic one.
#include <pthread.h>

static volatile int packets;

static void *send_some(void *arg) {
  for (int i = 0; i < 5; i++) packets++; // RACE! packets
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, send_some, NULL);
  packets += 2; // RACE! packets
  pthread_join(t, NULL);
  return packets == 0;
}
