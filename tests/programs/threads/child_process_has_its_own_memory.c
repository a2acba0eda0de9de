// What a process made by fork does is done to its own copy of memory, and none of the threads that were there before is
// in it. Those that it starts itself are.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int counter, mine;

static void *count(void *unused) {
  for (int i = 0; i < 1000; i++) counter++;
  return unused;
}

static void *count_mine(void *unused) {
  mine++;  // RACE! mine
  return unused;
}

static pid_t make_child(void) {
  pid_t child = fork();
  if (child < 0) exit(2);
  return child;
}

int main(void) {
  pthread_t thread, own;
  pthread_create(&thread, NULL, count, NULL);
  if (make_child() == 0) {
    counter = 0;
    pthread_create(&own, NULL, count_mine, NULL);
    mine++;  // RACE! mine
    pthread_join(own, NULL);
    _exit(counter);
  }
  wait(NULL);
  pthread_join(thread, NULL);
  return counter != 1000;
}
