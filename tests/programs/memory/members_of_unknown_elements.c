// Threads go on writing results in elements of a table that all chose for themselves, while main
// reads another member of elements that it chooses by an input.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64

struct entry {
  long weight;
  long result;
};

static struct entry table[N];
static sem_t has_turn[2];

static void *work(void *arg) {
  int id = *(int *)arg;
  for (int i = 0; i < 2000; i++) {
    sem_wait(&has_turn[id]);
    unsigned at = (unsigned)rand() % N;
    table[at].result += table[at].weight;
    sem_post(&has_turn[1 - id]);
  }
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int ids[2] = {0, 1};
  long total = 0;
  for (int i = 0; i < N; i++) table[i].weight = i;
  sem_init(&has_turn[0], 0, 1);
  sem_init(&has_turn[1], 0, 0);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, &ids[i]);
  for (int i = 0; i < 1000; i++) {
    struct entry *e = &table[(unsigned)rand() % N];
    total += e->weight;
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%ld\n", total);
  return 0;
}
