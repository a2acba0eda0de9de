// The two threads run one function, which calls what its own entry says.
#include <pthread.h>

struct entry {
  void (*run)(void);
};

static int total;
static int helped;

static void *start(void *p) {
  struct entry *e = p;
  e->run();
  return NULL;
}
static void helper(void) { helped++; }
static void primary(void) { total = 1; }

static struct entry helper_entry = {helper};
static struct entry primary_entry = {primary};

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, start, &primary_entry);
  pthread_create(&u, NULL, start, &helper_entry);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return total + helped;
}
