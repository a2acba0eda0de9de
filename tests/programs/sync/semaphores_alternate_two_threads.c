// Two semaphores make two threads take turns.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t white_moves, black_moves;
static int board;

static void *black(void *arg) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&black_moves);
    board = board * 2;
    sem_post(&white_moves);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&white_moves, 0, 1);
  sem_init(&black_moves, 0, 0);
  pthread_create(&t, NULL, black, NULL);
  for (int i = 0; i < 3; i++) {
    sem_wait(&white_moves);
    board = board + 1;
    sem_post(&black_moves);
  }
  pthread_join(t, NULL);
  printf("%d\n", board);
  return 0;
}
