// Who has a ticket that is not above the one served has its turn: those below have had theirs.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t served_next = PTHREAD_COND_INITIALIZER;
static int next_ticket, served;
static long total;

static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  int ticket = next_ticket++;
  while (ticket > served) pthread_cond_wait(&served_next, &lock);
  pthread_mutex_unlock(&lock);
  total += ticket;
  pthread_mutex_lock(&lock);
  served++;
  pthread_cond_broadcast(&served_next);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 3;
  pthread_t *threads = malloc(count * sizeof *threads);
  for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", total);
  free(threads);
  return 0;
}
