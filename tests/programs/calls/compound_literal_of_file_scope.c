// A pointer to a compound literal outside of functions stands for one object for all threads.
#include <pthread.h>
#include <stdio.h>

struct request { int id, retries; };
static struct request *const common = &(struct request){.id = 1};
static struct request spare = {.id = 2};

static int submit(struct request *r) {
  return r->id + ++r->retries; // RACE! retries // RACE! retries
}

static void *client(void *arg) {
  printf("%d\n", submit(common));
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, client, NULL);
  pthread_create(&b, NULL, client, NULL);
  submit(&spare);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
