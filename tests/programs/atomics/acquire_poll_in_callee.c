// VERDICT: unknown: what the library does is not known
// What is polled and what it stands for are local variables of a function that main calls.
#include <pthread.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct question {
  int *status, *answer;
};

static void *resolve(void *arg) {
  struct question *question = arg;
  *question->answer = 7;
  __atomic_store_n(question->status, 1, __ATOMIC_RELEASE);
  return NULL;
}

static int ask(void) {
  pthread_t thread;
  int status = 0, answer = 0;
  struct question question = {&status, &answer};
  pthread_create(&thread, NULL, resolve, &question);
  while (!__atomic_load_n(&status, __ATOMIC_ACQUIRE)) {
  }
  const int result = answer;
  pthread_join(thread, NULL);
  return result;
}

int main(void) {
  long options;
  read_options(&options);
  return ask();
}
