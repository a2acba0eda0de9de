// The nodes of a list are counted in under the lock, but the main thread looks at one without it.
#include <pthread.h>

struct node {
  int uses;
  struct node *next;
};
static struct node second, first = {0, &second}, *head = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *arg) {
  pthread_mutex_lock(&lock);
  for (struct node *n = head; n != NULL; n = n->next) n->uses++; // RACE! second.uses
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, use, NULL);
  int seen = second.uses; // RACE! second.uses
  use(NULL);
  seen += second.uses; // RACE! second.uses
  pthread_join(t, NULL);
  return seen > 2;
}
