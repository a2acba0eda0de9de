// Hides one lock behind two functions.
#include <pthread.h>

void guard_enter(void);
void guard_leave(void);

static pthread_mutex_t the_lock = PTHREAD_MUTEX_INITIALIZER;

void guard_enter(void) { pthread_mutex_lock(&the_lock); }
void guard_leave(void) { pthread_mutex_unlock(&the_lock); }
