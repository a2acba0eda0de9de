// VERDICT: unknown: which reference is the last one is not followed
// A thread looks at the message once it has given up its reference.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct message { atomic_int references; int length; char text[16]; };

static struct message *get(struct message *message) {
  atomic_fetch_add(&message->references, 1);
  return message;
}

static void put(struct message *message) {
  if (atomic_fetch_sub(&message->references, 1) == 1) {
    message->length = 0;  // RACE! length
    free(message);
  }
}

static void *receive(void *argument) {
  struct message *message = argument;
  int sum = 0;
  put(message);
  for (int i = 0; i < message->length; i++) sum += message->text[i];  // RACE! length
  printf("%d\n", sum);
  return NULL;
}

int main(void) {
  int n = (int)(strtod("3", NULL) + 0.5);
  pthread_t threads[8];
  struct message *message = calloc(1, sizeof *message);
  if (!message || n > 8) return 1;
  atomic_init(&message->references, 1);
  message->length = snprintf(message->text, sizeof message->text, "hello");
  for (int i = 0; i < n; i++) pthread_create(&threads[i], NULL, receive, get(message));
  put(message);
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  return 0;
}
