// Who writes waits for other writers, and not for readers.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, is_written, page[4];

static void begin_to_read(void) {
  pthread_mutex_lock(&mutex);
  while (is_written) pthread_cond_wait(&changed, &mutex);
  readers++;
  pthread_mutex_unlock(&mutex);
}

static void stop_reading(void) {
  pthread_mutex_lock(&mutex);
  if (--readers == 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
}

static void *reader(void *unused) {
  long sum = 0;
  for (int round = 0; round < 20; round++) {
    begin_to_read();
    for (int i = 0; i < 4; i++) sum += page[i];  // RACE! page
    usleep(100);
    stop_reading();
  }
  return unused ? unused : (void *)sum;
}

static void *writer(void *unused) {
  for (int round = 0; round < 20; round++) {
    pthread_mutex_lock(&mutex);
    while (is_written) pthread_cond_wait(&changed, &mutex);
    is_written = 1;
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 4; i++) page[i]++;  // RACE! page
    usleep(100);
    pthread_mutex_lock(&mutex);
    is_written = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, reader, NULL);
  for (int i = 3; i < 5; i++) pthread_create(&threads[i], NULL, writer, NULL);
  for (int i = 0; i < 5; i++) pthread_join(threads[i], NULL);
  return page[0];
}
