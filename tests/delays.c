// Linked with a program (-Wl,--wrap=...), makes threads wait for short random times at their
// synchronisation, so that a few runs show schedules that otherwise come once in thousands.
// The environment's PLAIT_DELAYS is the seed; without it nobody waits.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// Programs that synchronise in long loops are to end.
enum { kMostDelays = 400, kLongest = 2000 };

static atomic_int delays;
static _Thread_local uint64_t random_state;
static atomic_ulong threads;

static void Delay(void) {
  const char* seed = getenv("PLAIT_DELAYS");
  if (seed == NULL) return;
  if (atomic_load_explicit(&delays, memory_order_relaxed) > kMostDelays) return;
  atomic_fetch_add_explicit(&delays, 1, memory_order_relaxed);
  if (random_state == 0) {
    const uint64_t thread = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed);
    random_state = ((uint64_t)atoi(seed) * 1000 + thread + 1) * 0x9e3779b97f4a7c15u;
  }
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  // Half of the times nobody waits, else some are short and some long.
  if (random_state % 2 == 0) return;
  usleep((random_state >> 8) % ((random_state >> 4) % 4 == 0 ? kLongest : 100));
}

#define WRAP(type, name, parameters, arguments) \
  type __real_##name parameters;                \
  type __wrap_##name parameters {               \
    Delay();                                    \
    type result = __real_##name arguments;      \
    Delay();                                    \
    return result;                              \
  }

WRAP(int, pthread_mutex_lock, (pthread_mutex_t * m), (m))
WRAP(int, pthread_mutex_trylock, (pthread_mutex_t * m), (m))
WRAP(int, pthread_mutex_unlock, (pthread_mutex_t * m), (m))
WRAP(int, pthread_rwlock_rdlock, (pthread_rwlock_t * m), (m))
WRAP(int, pthread_rwlock_wrlock, (pthread_rwlock_t * m), (m))
WRAP(int, pthread_rwlock_unlock, (pthread_rwlock_t * m), (m))
WRAP(int, pthread_barrier_wait, (pthread_barrier_t * b), (b))
WRAP(int, sem_wait, (sem_t * s), (s))
WRAP(int, sem_post, (sem_t * s), (s))
WRAP(int, pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t* m), (c, m))
WRAP(int, pthread_create,
     (pthread_t * t, const pthread_attr_t* a, void* (*f)(void*), void* u), (t, a, f, u))
