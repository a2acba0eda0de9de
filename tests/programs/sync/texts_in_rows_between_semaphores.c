// Texts are put into the rows of an array by one thread and measured there by another one. A text
// ends in its row, whatever it is.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 4
#define TEXTS 30

static char rows[ROWS][24];
static sem_t room, filled;

static void *put(void *name) {
  for (int i = 0; i < TEXTS; i++) {
    sem_wait(&room);
    snprintf(rows[i % ROWS], sizeof rows[0], "%s %d", (char *)name, i);
    sem_post(&filled);
  }
  return NULL;
}

static void *measure(void *sum) {
  int at = 0;
  for (int i = 0; i < TEXTS; i++) {
    sem_wait(&filled);
    *(size_t *)sum += strlen(rows[at]);
    at = (at + 1) % ROWS;
    sem_post(&room);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t one, other;
  size_t sum = 0;
  sem_init(&room, 0, ROWS);
  sem_init(&filled, 0, 0);
  pthread_create(&one, NULL, put, argc > 1 ? argv[1] : "text");
  pthread_create(&other, NULL, measure, &sum);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return sum == 0;
}
