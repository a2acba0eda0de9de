// The array is declared without a length; main and the other file use different elements of it.
#include <pthread.h>

extern int board[];
void put_last(int n);

static void *play(void *arg) {
  put_last(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, play, NULL);
  board[0] = board[4];
  pthread_join(t, NULL);
  return board[0] + board[8] != 3;
}
