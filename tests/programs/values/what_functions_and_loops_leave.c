// Branches on what a function returns of a variable that nothing writes, and on what the last turn of
// a loop or all turns together leave: it is not known that they never go this way.
// VERDICT: unknown: what loops add up, and what initial values lead to, is not followed
#include <pthread.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

int level = 1;
static struct {
  int x, y;
} place = {1, 1};
static int returned, member, last, sum;

static int read_level(void) { return level; }

static int move(void) {
  place.x = 2;
  return place.y;
}

static void *work(void *arg) {
  int turn = 0, total = 0;
  for (int i = 0; i < 20; ++i) {
    turn = i;
    total += i;
  }
  if (read_level() != 1) returned = 1;  // FALSE-ALARM returned: the level is 1
  if (move() != 1) member = 1;          // FALSE-ALARM member: only the other member is set
  if (turn == 20) last = 1;             // FALSE-ALARM last: the last turn is 19
  if (total == 4) sum = 1;              // FALSE-ALARM sum: it is 190
  return arg;
}

int main(void) {
  pthread_t t;
  long count = 0;
  read_options(&count);
  pthread_create(&t, NULL, work, NULL);
  returned = member = last = sum = 2;
  pthread_join(t, NULL);
  return 0;
}
