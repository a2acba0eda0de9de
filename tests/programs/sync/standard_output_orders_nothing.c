#include <pthread.h>
#include <unistd.h>

static int lines;

static void *talker(void *unused) {
  if (write(1, "a\n", 2) == 2) lines++;  // RACE! lines
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, talker, NULL);
  pthread_create(&b, NULL, talker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
