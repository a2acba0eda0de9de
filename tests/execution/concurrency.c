// Returns the number of the first check that fails, 0 if all hold: single-threaded use of what threads
// use, and one thread that is joined.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define CHECK(condition) \
  do {                   \
    ++number;            \
    if (!(condition)) return number; \
  } while (0)

static atomic_int counter = 5;
static _Atomic unsigned char small = 255;
static _Atomic(int *) place;
static int cells[4] = {1, 2, 3, 4};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised;
static pthread_key_t key;
static int destroyed;
static _Thread_local int own = 3;

static void initialise(void) { ++initialised; }
static void destroy(void *value) { destroyed += *(int *)value; }

static void *run(void *argument) {
  own += 4;
  pthread_setspecific(key, &cells[3]);
  if (own != 7 || pthread_getspecific(key) != &cells[3]) return NULL;
  if (argument == NULL) pthread_exit(&cells[1]);
  return argument;
}

static int spin(int *value) { return __sync_val_compare_and_swap(value, 2, 9); }

int main(void) {
  int number = 0;
  // Atomic operations.
  CHECK(atomic_fetch_add(&counter, 2) == 5 && counter == 7);
  CHECK(++counter == 8 && counter-- == 8 && (counter += 3) == 10);
  CHECK(atomic_exchange(&counter, 1) == 10 && atomic_load(&counter) == 1);
  small++;
  CHECK(small == 0);
  int expected = 2;
  CHECK(!atomic_compare_exchange_strong(&counter, &expected, 3) && expected == 1);
  CHECK(atomic_compare_exchange_strong(&counter, &expected, 3) && counter == 3);
  atomic_store(&place, cells);
  atomic_fetch_add(&place, 2);
  CHECK(*place == 3 && *++place == 4);
  CHECK(__atomic_or_fetch(&cells[0], 6, __ATOMIC_RELAXED) == 7);
  CHECK(spin(&cells[1]) == 2 && cells[1] == 9 && spin(&cells[1]) == 9);
  CHECK(!__sync_lock_test_and_set(&initialised, 1) && initialised == 1);
  __sync_lock_release(&initialised);
  CHECK(__sync_sub_and_fetch(&cells[2], 5) == -2);
  // Locks.
  CHECK(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_trylock(&mutex) == EBUSY);
  CHECK(pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_trylock(&mutex) == 0);
  CHECK(pthread_mutex_unlock(&mutex) == 0);
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_t recursive, checking;
  pthread_mutex_init(&recursive, &attribute);
  CHECK(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
  CHECK(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
  pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &attribute);
  CHECK(pthread_mutex_unlock(&checking) == EPERM && pthread_mutex_lock(&checking) == 0);
  CHECK(pthread_mutex_lock(&checking) == EDEADLK && pthread_mutex_unlock(&checking) == 0);
  CHECK(pthread_rwlock_rdlock(&rwlock) == 0 && pthread_rwlock_tryrdlock(&rwlock) == 0);
  CHECK(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
  CHECK(pthread_rwlock_unlock(&rwlock) == 0 && pthread_rwlock_unlock(&rwlock) == 0);
  CHECK(pthread_rwlock_wrlock(&rwlock) == 0 && pthread_rwlock_tryrdlock(&rwlock) == EBUSY);
  CHECK(pthread_rwlock_unlock(&rwlock) == 0);
  // Semaphores, once-functions, barriers.
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  CHECK(sem_wait(&semaphore) == 0 && sem_trywait(&semaphore) == -1);
  CHECK(sem_post(&semaphore) == 0 && sem_trywait(&semaphore) == 0);
  pthread_once(&once, initialise);
  pthread_once(&once, initialise);
  CHECK(initialised == 1);
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, 1);
  CHECK(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  // Threads.
  pthread_key_create(&key, destroy);
  CHECK(pthread_getspecific(key) == NULL);
  pthread_t thread;
  void *result = NULL;
  CHECK(pthread_create(&thread, NULL, run, NULL) == 0 && !pthread_equal(thread, pthread_self()));
  CHECK(pthread_join(thread, &result) == 0 && result == &cells[1]);
  CHECK(destroyed == 4 && own == 3);
  CHECK(pthread_create(&thread, NULL, run, &number) == 0);
  CHECK(pthread_join(thread, &result) == 0 && result == &number && destroyed == 8);
  return 0;
}
