// One of many handlers in a table: which one is called is a guess.
#include <pthread.h>
#include <stddef.h>

static int total;

static void none(void) {}
static void one(void) { total += 1; }
static void two(void) { total += 2; } // RACE! total
static void three(void) { total += 3; }
static void four(void) { total += 4; }
static void (*const handlers[])(void) = {none, one, two, three, four};

static void *work(void *arg) {
  for (int i = 0; i < 5; i++) handlers[i]();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  two(); // not through the table
  pthread_join(t, NULL);
  return total == 0;
}
