// Each thread keeps to a field of its own in the common struct.
#include <pthread.h>
#include <stdio.h>

static struct traffic {
  unsigned sent;
  unsigned received;
} net;

static void *receive(void *arg) {
  net.received += 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, receive, NULL);
  net.sent++;
  printf("%u sent\n", net.sent);
  pthread_join(t, NULL);
  printf("%u received\n", net.received);
  return 0;
}
