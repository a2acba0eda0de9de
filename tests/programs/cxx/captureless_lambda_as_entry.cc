#include <pthread.h>

static int turns;

int main() {
  pthread_t a;
  pthread_create(
      &a, nullptr,
      [](void* unused) -> void* {
        turns++;  // RACE! turns
        return unused;
      },
      nullptr);
  turns++;  // RACE! turns
  pthread_join(a, nullptr);
  return 0;
}
