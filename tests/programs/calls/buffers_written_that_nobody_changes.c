// What is behind the bytes that are sent is somebody else's, and so is a buffer that is not counted.
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>

static char head[8] = "head", body[8] = "body", tail[8] = "tail";

static void *sender(void *arg) {
  (void)arg;
  struct iovec buffers[3] = {{head, 4}, {body, 4}, {tail, 4}};
  struct msghdr message = {.msg_iov = buffers, .msg_iovlen = 2};
  writev(1, buffers, 2);
  sendmsg(1, &message, 0);
  return NULL;
}

static void *changer(void *arg) {
  (void)arg;
  body[4] = 'x';
  tail[0] = 'T';
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, sender, NULL);
  pthread_create(&two, NULL, changer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return head[0] + body[0] == 0;
}
