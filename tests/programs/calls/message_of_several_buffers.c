// TODAY: unknown: whether the system call before it succeeds is not known
// A message lists its buffers: all of them are read.
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>

static char head[8] = "head", body[8] = "body";

static void *sender(void *arg) {
  (void)arg;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return NULL;
  struct iovec buffers[2] = {{head, 4}, {body, 4}};
  struct msghdr message = {.msg_iov = buffers, .msg_iovlen = 2};
  sendmsg(ends[0], &message, 0);  // RACE! body[]
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
