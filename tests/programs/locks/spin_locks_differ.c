// The name is written under two different spin locks.
#include <pthread.h>
#include <string.h>

static pthread_spinlock_t left, right;
static const char *name = "nobody";

static void *claim(void *arg) {
  pthread_spin_lock(&left);
  name = arg; // RACE! name
  pthread_spin_unlock(&left);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_spin_init(&left, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&right, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, claim, "anna");
  pthread_spin_lock(&right);
  name = "bert"; // RACE! name
  pthread_spin_unlock(&right);
  pthread_join(a, NULL);
  return strlen(name) != 4;
}
