// One creation starts threads of two kinds, each with a record of its own.
#include <pthread.h>
struct client {
  pthread_t tid;
  int id;
  unsigned gets;
};
static void* reader(void* a) {
  struct client* c = a;
  c->gets++;
  return 0;
}
static void* watcher(void* a) {
  struct client* c = a;
  c->gets += 2;
  return 0;
}
int main(void) {
  static struct client cl[10];
  for (int i = 0; i < 10; i++) {
    cl[i].id = i;
    if (pthread_create(&cl[i].tid, 0, i < 3 ? reader : watcher, &cl[i])) return 1;
  }
  for (int i = 0; i < 10; i++) pthread_join(cl[i].tid, 0);
  return cl[3].gets;
}
