// Two threads use a cell in turn, as often as an argument says; small functions ask whose turn it is
// and pass it on.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn, rounds;
static unsigned cell;

static int is_turn_of(int who) {
  pthread_mutex_lock(&lock);
  const int is_turn = turn == who;
  pthread_mutex_unlock(&lock);
  return is_turn;
}

static void pass_to(int who) {
  pthread_mutex_lock(&lock);
  turn = who;
  pthread_mutex_unlock(&lock);
}

static void *even(void *arg) {
  for (int i = 0; i < rounds; i++) {
    while (!is_turn_of(0)) {
    }
    cell += 3;
    pass_to(1);
  }
  return arg;
}

static void *odd(void *arg) {
  for (int i = 0; i < rounds; i++) {
    while (!is_turn_of(1)) {
    }
    cell *= 5;
    pass_to(0);
  }
  return arg;
}

int main(int argc, char **argv) {
  pthread_t t[2];
  (void)argv;
  rounds = argc * 10;
  pthread_create(&t[0], NULL, even, NULL);
  pthread_create(&t[1], NULL, odd, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return (int)cell;
}
