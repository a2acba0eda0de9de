// One message at a time. Whoever has put one there still counts in it.
#include <pthread.h>
#include <stdlib.h>

#define CONSUMERS 4

struct message {
  int a, b;
  struct message *next;
};

static struct message *box;
static int is_full, is_closed;
static struct message *done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, done_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void put(struct message *m) {
  pthread_mutex_lock(&lock);
  while (is_full) pthread_cond_wait(&changed, &lock);
  box = m;
  is_full = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static struct message *get(void) {
  struct message *m = NULL;
  pthread_mutex_lock(&lock);
  while (!is_full && !is_closed) pthread_cond_wait(&changed, &lock);
  if (is_full) {
    m = box;
    is_full = 0;
  }
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return m;
}

static void *consume(void *unused) {
  struct message *m;
  while ((m = get()) != NULL) {
    m->a += m->b; // RACE! message.a
    pthread_mutex_lock(&done_lock);
    m->next = done;
    done = m;
    pthread_mutex_unlock(&done_lock);
  }
  return unused;
}

static void *collect(void *unused) {
  long sum = 0;
  for (int i = 0; i < 1000; i++) {
    pthread_mutex_lock(&done_lock);
    struct message *m = done;
    if (m) done = m->next;
    pthread_mutex_unlock(&done_lock);
    if (m) sum += m->a;
    free(m);
  }
  return sum == 0 ? unused : NULL;
}

int main(void) {
  pthread_t consumers[CONSUMERS], collector;
  for (int i = 0; i < CONSUMERS; i++) pthread_create(&consumers[i], NULL, consume, NULL);
  pthread_create(&collector, NULL, collect, NULL);
  for (int i = 0; i < 40; i++) {
    struct message *m = calloc(1, sizeof *m);
    m->a = i;
    m->b = i + 1;
    put(m);
    m->a++; // RACE! message.a
  }
  pthread_mutex_lock(&lock);
  is_closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < CONSUMERS; i++) pthread_join(consumers[i], NULL);
  pthread_join(collector, NULL);
  return 0;
}
