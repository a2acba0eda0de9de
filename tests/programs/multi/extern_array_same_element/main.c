// The array is declared without a length; main reads the element that the other file writes.
#include <pthread.h>

extern int board[];
void put_middle(int n);

static void *play(void *arg) {
  put_middle(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, play, NULL);
  board[0] = board[4]; // RACE! board[]
  pthread_join(t, NULL);
  return board[0] > 2;
}
