// Both threads count in the same field of the common struct.
#include <pthread.h>
#include <stdio.h>

static struct traffic {
  unsigned sent;
  unsigned received;
} net;

static void *receive(void *arg) {
  net.received += 2; // RACE! net.received
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, receive, NULL);
  net.sent++;
  if (net.sent > net.received) net.sent = 0; // RACE! net.received
  pthread_join(t, NULL);
  printf("%u received\n", net.received);
  return 0;
}
