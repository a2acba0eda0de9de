// Hides several locks behind two functions.
#include <pthread.h>

void guard_enter(unsigned number);
void guard_leave(unsigned number);

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void guard_enter(unsigned number) { pthread_mutex_lock(&locks[number % 2]); }
void guard_leave(unsigned number) { pthread_mutex_unlock(&locks[number % 2]); }
