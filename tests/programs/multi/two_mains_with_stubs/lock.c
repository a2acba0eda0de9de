#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void stock_lock(void) { pthread_mutex_lock(&mutex); }
void stock_unlock(void) { pthread_mutex_unlock(&mutex); }
