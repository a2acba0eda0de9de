#ifndef POOL_H
#define POOL_H
#include <pthread.h>

#include "list.h"

struct task {
  struct link link;
  void (*run)(void*);
  void* argument;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  struct link tasks;
  pthread_t threads[4];
  int count;
  int closing;
};

int pool_open(struct pool* pool, int count);
void pool_submit(struct pool* pool, struct task* task);
void pool_close(struct pool* pool);

#endif
