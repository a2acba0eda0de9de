// Readers look at the lowest byte of what says that somebody writes, which is 0 all the time.
// TSAN: silent: two threads have to be at work at one moment
#include <pthread.h>

static struct {
  pthread_mutex_t guard;
  pthread_cond_t changed;
  int readers;
  int writing;
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static int table[8], version;

static void enter_to_read(void) {
  pthread_mutex_lock(&gate.guard);
  while (*(char *)&gate.writing) pthread_cond_wait(&gate.changed, &gate.guard);
  gate.readers++;
  pthread_mutex_unlock(&gate.guard);
}

static void leave_after_reading(void) {
  pthread_mutex_lock(&gate.guard);
  if (--gate.readers == 0) pthread_cond_broadcast(&gate.changed);
  pthread_mutex_unlock(&gate.guard);
}

static void enter_to_write(void) {
  pthread_mutex_lock(&gate.guard);
  while (gate.writing || gate.readers > 0) pthread_cond_wait(&gate.changed, &gate.guard);
  gate.writing = 256;
  pthread_mutex_unlock(&gate.guard);
}

static void leave_after_writing(void) {
  pthread_mutex_lock(&gate.guard);
  gate.writing = 0;
  pthread_cond_broadcast(&gate.changed);
  pthread_mutex_unlock(&gate.guard);
}

static void *look(void *seen) {
  long sum = 0;
  for (int i = 0; i < 3; ++i) {
    enter_to_read();
    sum += table[i % 8] - version;
    leave_after_reading();
  }
  *(long *)seen = sum;
  return NULL;
}

static void *change(void *unused) {
  for (int i = 0; i < 3; ++i) {
    enter_to_write();
    table[i % 8] = ++version;  // RACE! table[] // RACE! version
    leave_after_writing();
  }
  return unused;
}

int main(void) {
  pthread_t readers[3], writers[2];
  long seen[3] = {0};
  for (int i = 0; i < 3; ++i) pthread_create(&readers[i], NULL, look, &seen[i]);
  for (int i = 0; i < 2; ++i) pthread_create(&writers[i], NULL, change, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(readers[i], NULL);
  for (int i = 0; i < 2; ++i) pthread_join(writers[i], NULL);
  return version != 6 || seen[0] > 0;
}
