// Behind the joins main calls itself more often than is followed.
#include <pthread.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int number;
};
static struct item *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(struct item *i) {
  pthread_mutex_lock(&lock);
  i->next = head;
  head = i;
  pthread_mutex_unlock(&lock);
}

static void *work(void *u) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct item *i = head;
    if (i != NULL) head = i->next;
    pthread_mutex_unlock(&lock);
    if (i == NULL) return u;
    i->number++;
    free(i);
  }
}

static unsigned long mixed(int depth, unsigned long sum) {
  return depth == 0 ? sum : mixed(depth - 1, sum * 31 + depth) % 1000;
}

int main(void) {
  pthread_t a, b;
  for (int n = 0; n < 4; n++) {
    struct item *i = malloc(sizeof *i);
    i->number = n;
    put(i);
  }
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return mixed(200, 7) == 0;
}
