// One creation starts threads of two kinds; those of one kind also write the record of the next.
#include <pthread.h>
struct client {
  pthread_t tid;
  int id;
  unsigned gets;
};
static void* reader(void* a) {
  struct client* c = a;
  c->gets++;  // RACE! cl[].gets
  return 0;
}
static void* watcher(void* a) {
  struct client* c = a;
  c[1].gets += 2;
  return 0;
}
int main(void) {
  static struct client cl[11];
  for (int i = 0; i < 10; i++) {
    cl[i].id = i;
    if (pthread_create(&cl[i].tid, 0, i % 2 ? reader : watcher, &cl[i])) return 1;
  }
  for (int i = 0; i < 10; i++) pthread_join(cl[i].tid, 0);
  return cl[3].gets;
}
