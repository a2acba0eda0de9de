// VERDICT: unknown: what the library does is not known
// The thread is started in a function that is handed what its caller polls.
#include <pthread.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

struct question {
  int status, answer;
  pthread_t thread;
};

static void *resolve(void *arg) {
  struct question *question = arg;
  question->answer = 7;
  __atomic_store_n(&question->status, 1, __ATOMIC_RELEASE);
  return NULL;
}

static void await(struct question *question) {
  pthread_create(&question->thread, NULL, resolve, question);
  while (!__atomic_load_n(&question->status, __ATOMIC_ACQUIRE)) {
  }
  question->answer++;
}

int main(void) {
  long options;
  struct question question = {0, 0};
  read_options(&options);
  await(&question);
  pthread_join(question.thread, NULL);
  return 0;
}
