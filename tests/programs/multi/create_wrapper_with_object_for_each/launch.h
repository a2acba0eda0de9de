// Starting and ending of threads, in short.
#ifndef LAUNCH_H_
#define LAUNCH_H_
#include <pthread.h>

pthread_t launch(void* (*entry)(void*), void* object);
void finish(pthread_t thread);

#endif  // LAUNCH_H_
