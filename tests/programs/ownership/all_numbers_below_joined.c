// Twelve threads are started by a loop; of each it is told by its number whether it has ended. Two more are in
// an array of their own.
#include <pthread.h>
#include <stdlib.h>

struct slot {
  pthread_t thread;
  long sum;
};

static struct slot slots[12];
static pthread_t others[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *add(void *arg) {
  struct slot *slot = arg;
  slot->sum += 3;
  return NULL;
}

static void *count(void *arg) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(int argc, char **argv) {
  long sum = 0;
  double share = argc * 0.5;
  if (share > 100.0) return 1;
  for (int i = 0; i < 2; i++) pthread_create(&others[i], NULL, count, NULL);
  for (int i = 0; i < 12; i++) pthread_create(&slots[i].thread, NULL, add, &slots[i]);
  for (int i = 0; i < 12; i++) {
    pthread_join(slots[i].thread, NULL);
    sum += slots[i].sum;
  }
  for (int i = 0; i < 2; i++) pthread_join(others[i], NULL);
  return sum + total > 100;
}
