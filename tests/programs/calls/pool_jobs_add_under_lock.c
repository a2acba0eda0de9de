// The queue of a thread pool is locked, and the jobs lock again for what they change.
#include <pthread.h>
#include <stddef.h>

struct job { void (*run)(void *); void *data; };
static struct job queue[8];
static int queued, taken;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t kitchen = PTHREAD_MUTEX_INITIALIZER;
static int served;

static void submit(void (*run)(void *), void *data) {
  pthread_mutex_lock(&m);
  if (queued < 8) queue[queued++] = (struct job){run, data};
  pthread_mutex_unlock(&m);
}

static void *pool_thread(void *arg) {
  for (;;) {
    struct job job = {NULL, NULL};
    pthread_mutex_lock(&m);
    if (taken < queued) job = queue[taken++];
    pthread_mutex_unlock(&m);
    if (job.run == NULL) return arg;
    job.run(job.data);
  }
}

static void serve(void *data) {
  pthread_mutex_lock(&kitchen);
  served += *(int *)data;
  pthread_mutex_unlock(&kitchen);
}

int main(void) {
  pthread_t pool[2];
  int portions = 3;
  for (int i = 0; i < 8; i++) submit(serve, &portions);
  for (int i = 0; i < 2; i++) pthread_create(&pool[i], NULL, pool_thread, NULL);
  serve(&portions);
  for (int i = 0; i < 2; i++) pthread_join(pool[i], NULL);
  return served != 27;
}
