// The array at the end of a message is taken to be as long as what the message lies in.
#include <pthread.h>

struct message {
  int length;
  int data[2];
};
struct packet {
  struct message message;
  int more[6];
};
static struct packet packet;

static void *fill(void *arg) {
  struct message *message = arg;
  int *data = message->data;
  for (int i = 0; i < message->length; i++) data[i] = 1; // RACE! packet.more[]
  return NULL;
}

int main(void) {
  pthread_t t;
  packet.message.length = 8;
  pthread_create(&t, NULL, fill, &packet.message);
  packet.more[3] = 2; // RACE! packet.more[]
  pthread_join(t, NULL);
  return packet.more[3] == 0;
}
