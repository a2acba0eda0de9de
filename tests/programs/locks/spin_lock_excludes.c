// One spin lock guards the name that two threads write.
#include <pthread.h>
#include <string.h>

static pthread_spinlock_t spin;
static const char* name = "nobody";

static void* claim(void* arg) {
  pthread_spin_lock(&spin);
  name = arg;
  pthread_spin_unlock(&spin);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, claim, "anna");
  pthread_create(&b, NULL, claim, "bert");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_spin_destroy(&spin);
  return strlen(name) != 4;
}
