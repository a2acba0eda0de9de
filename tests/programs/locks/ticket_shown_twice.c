// A ticket below the one served has had its turn: who goes on with it meets the next one.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next_ticket, served;
static long total;

static int may_go(int ticket) {
  pthread_mutex_lock(&lock);
  int may = ticket <= served;
  pthread_mutex_unlock(&lock);
  return may;
}

static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  int ticket = next_ticket++;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++) {
    while (!may_go(ticket)) {
    }
    total += ticket;  // RACE! total
    pthread_mutex_lock(&lock);
    served++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", total);
  return 0;
}
