// Which function an entry names was changed before the threads run it.
#include <pthread.h>
#include <stdlib.h>

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
static void primary(void) {
  total++; // RACE! total
}

static struct entry helper_entry = {helper};
static struct entry primary_entry = {primary};

static void use_primary(struct entry *e) { *e = primary_entry; }

int main(void) {
  pthread_t t, u;
  if (getenv("HELP") == NULL) use_primary(&helper_entry);
  pthread_create(&t, NULL, start, &primary_entry);
  pthread_create(&u, NULL, start, &helper_entry);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return total + helped;
}
