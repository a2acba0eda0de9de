// Every thread passes a compound literal of its own to a helper that changes it.
#include <pthread.h>
#include <stdio.h>

struct request { int id, retries; };

static int submit(struct request *r) { return r->id + ++r->retries; }

static void *client(void *arg) {
  printf("%d\n", submit(&(struct request){.id = *(int *)arg}));
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int ids[] = {[1] = 20, [0] = 10};
  pthread_create(&a, NULL, client, &ids[0]);
  pthread_create(&b, NULL, client, &ids[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
