// A ring of pointers: who takes one out moves the index on, and the pointer stays behind in its
// slot until another one is put there.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 8
#define CONSUMERS 3

struct message {
  int from;
  char text[48];
  size_t length;
};

static struct message *slots[SLOTS];
static int first, behind, count, is_closed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER, has_some = PTHREAD_COND_INITIALIZER;
static long received;
static pthread_mutex_t received_lock = PTHREAD_MUTEX_INITIALIZER;

static void put(struct message *m) {
  pthread_mutex_lock(&lock);
  while (count == SLOTS) pthread_cond_wait(&has_room, &lock);
  slots[behind] = m;
  behind = (behind + 1) % SLOTS;
  count++;
  pthread_cond_signal(&has_some);
  pthread_mutex_unlock(&lock);
}

static struct message *get(void) {
  struct message *m = NULL;
  pthread_mutex_lock(&lock);
  while (count == 0 && !is_closed) pthread_cond_wait(&has_some, &lock);
  if (count > 0) {
    m = slots[first];
    first = (first + 1) % SLOTS;
    count--;
    pthread_cond_signal(&has_room);
  }
  pthread_mutex_unlock(&lock);
  return m;
}

static void *consume(void *unused) {
  (void)unused;
  struct message *m;
  while ((m = get()) != NULL) {
    m->length = strlen(m->text);
    pthread_mutex_lock(&received_lock);
    received += (long)m->length;
    pthread_mutex_unlock(&received_lock);
    free(m);
  }
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t consumers[CONSUMERS];
  for (int i = 0; i < CONSUMERS; i++) pthread_create(&consumers[i], NULL, consume, NULL);
  const int messages = argc > 1 ? atoi(argv[1]) : 50;
  for (int i = 0; i < messages; i++) {
    struct message *m = calloc(1, sizeof *m);
    m->from = i;
    strcpy(m->text, "some text");
    put(m);
  }
  pthread_mutex_lock(&lock);
  is_closed = 1;
  pthread_cond_broadcast(&has_some);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < CONSUMERS; i++) pthread_join(consumers[i], NULL);
  return received == 0;
}
