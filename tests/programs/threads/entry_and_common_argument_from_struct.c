// Entry and argument of each thread come from a structure; both name the same data.
#include <pthread.h>
#include <stdio.h>

struct task {
  void *(*entry)(void *);
  void *data;
};
static int apples;

static void *pick(void *arg) {
  *(int *)arg += 1; // RACE! apples
  return NULL;
}
static void *count(void *arg) {
  printf("%d\n", *(int *)arg); // RACE! apples
  return NULL;
}

int main(void) {
  pthread_t t[2];
  struct task picker = {.entry = pick, .data = &apples};
  struct task counter = {.entry = count, .data = &apples};
  pthread_create(&t[0], NULL, picker.entry, picker.data);
  pthread_create(&t[1], NULL, counter.entry, counter.data);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
