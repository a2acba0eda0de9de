#include <pthread.h>
#include <stdio.h>

#define N 1000
#define THREADS 4
struct team {
  int threads;
  int total;
  pthread_mutex_t mutex;
  int squares[N];
};
struct member {
  struct team *team;
  int id;
};

static void *work(void *argument) {
  struct member *me = argument;
  for (int i = me->id; i < N; i += me->team->threads) {
    me->team->squares[i] = i * i;
    pthread_mutex_lock(&me->team->mutex);
    me->team->total += i;
    pthread_mutex_unlock(&me->team->mutex);
  }
  return NULL;
}

int main(void) {
  static struct team team;
  team.threads = THREADS;
  pthread_mutex_init(&team.mutex, NULL);
  pthread_t handles[THREADS];
  struct member members[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    members[i].team = &team;
    members[i].id = i;
    pthread_create(&handles[i], NULL, work, &members[i]);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(handles[i], NULL);
  printf("%d %d\n", team.total, team.squares[N - 1]);
  return 0;
}
