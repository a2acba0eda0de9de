#include <stdatomic.h>
#include <unistd.h>
#include "commands.h"
#include "trace.h"

#ifndef CLIENTS
#define CLIENTS 2
#endif

static cache shared;
static atomic_int running = 1;
static int last_result;
static __thread int own_requests;

static void serve(int client) {
  for (int key = 0; atomic_load(&running); key++) {
    int result = command_run(&shared, key + client, key);
    own_requests++;
    if (result)
      last_result = result;
  }
}

static void *client(void *argument) {
  serve(*(int *)argument);
  return 0;
}

int main(void) {
  pthread_t threads[CLIENTS];
  int numbers[CLIENTS];
  cache_init(&shared);
  for (int i = 0; i < CLIENTS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], 0, client, &numbers[i]);
  }
  sleep(1);
  trace_level = TRACE_ALL;
  atomic_store(&running, 0);
  for (int i = 0; i < CLIENTS; i++)
    pthread_join(threads[i], 0);
  cache_clear(&shared);
  return last_result;
}
