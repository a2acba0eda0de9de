// What threads write once they have found a fault for which the program ends, with a status that says
// so or by a function that is kept in a variable, nobody would want to read of, but if an execution shows
// it; and of what they write before an orderly end.
// TSAN: silent
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int failures, deaths, refusals, ends;

static void die_default(const char *why) __attribute__((noreturn));
static void die_default(const char *why) {
  deaths++; // RACE! deaths
  fputs(why, stderr);
  exit(EXIT_FAILURE);
}

static void (*die_routine)(const char *) __attribute__((noreturn)) = die_default;

static int status(void) {
  refusals++; // RACE! refusals
  return refusals + 1;
}

static void die(const char *why) __attribute__((noreturn));
static void die(const char *why) {
  failures++; // RACE! failures
  if (why == NULL) exit(status());
  die_routine(why);
}

static void *worker(void *arg) {
  FILE *file = fopen("/proc/self/no such file", "r");
  if (file == NULL) return NULL;
  const int c = fgetc(file);
  if (c == 'a') die("an a");
  if (c == 'b') die(NULL);
  if (c == 'c') {
    ends++; // RACE! ends
    exit(0);
  }
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&u, NULL, worker, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
