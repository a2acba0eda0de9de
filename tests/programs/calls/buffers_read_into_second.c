// TODAY: unknown: whether the system call before it succeeds is not known
// What is read fills all buffers of the list.
#include <fcntl.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

static char head[8], body[8];

static void *receiver(void *arg) {
  (void)arg;
  struct iovec buffers[2] = {{head, 4}, {body, 4}};
  const int file = open("/dev/zero", O_RDONLY);
  if (file < 0) return NULL;
  readv(file, buffers, 2);  // RACE! body[]
  close(file);
  return NULL;
}

static void *reader(void *arg) {
  (void)arg;
  return body[3] == 0 ? NULL : arg;  // RACE! body[]
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, receiver, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
