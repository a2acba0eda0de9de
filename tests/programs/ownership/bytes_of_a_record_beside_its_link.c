// Packets are kept in a list. Which byte of one is written is not known, but none is its link.
#include <pthread.h>
#include <stdlib.h>

struct packet {
  struct packet *next;
  unsigned char bytes[64];
  int length;
};

static struct packet *packets;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct packet *take(void) {
  struct packet *p = packets;
  if (p) packets = p->next;
  if (!p) p = malloc(sizeof *p);
  p->next = NULL;
  return p;
}

static void *fill(void *arg) {
  const int value = *(int *)arg;
  for (int i = 0; i < 40; i++) {
    pthread_mutex_lock(&lock);
    struct packet *p = take();
    p->length = i % 60;
    for (int k = 0; k < p->length; k++) p->bytes[k] = (unsigned char)value;
    p->next = packets;
    packets = p;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

// Deeper than executions are followed.
static int steps(int n) { return n == 0 ? 0 : 1 + steps(n - 1); }

int main(void) {
  if (steps(60) < 0) return 1;
  pthread_t threads[3];
  int values[3] = {3, 5, 7};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, fill, &values[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  while (packets) {
    struct packet *p = packets;
    packets = p->next;
    free(p);
  }
  return 0;
}
