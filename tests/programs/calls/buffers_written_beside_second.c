// All buffers of the list are read, not only the first one.
#include <pthread.h>
#include <sys/uio.h>

static char head[8] = "head", body[8] = "body";

static void *sender(void *arg) {
  (void)arg;
  struct iovec buffers[2] = {{head, 4}, {body, 4}};
  writev(1, buffers, 2);  // RACE! body[]
  return NULL;
}

static void *changer(void *arg) {
  (void)arg;
  body[3] = 'x';  // RACE! body[]
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, sender, NULL);
  pthread_create(&two, NULL, changer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
