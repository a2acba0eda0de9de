// A lock for each room guards the seats in its rows: three arrays in each other.
#include <pthread.h>
#include <stdlib.h>

#define ROOMS 5
#define ROWS 6
#define SEATS 4

struct room {
  pthread_rwlock_t lock;
  int booked;
  struct {
    int number;
    int seat[SEATS];
  } row[ROWS];
};

static struct room rooms[ROOMS];

static int book(unsigned room, unsigned row, unsigned seat, int who) {
  struct room *r = &rooms[room % ROOMS];
  int is_booked = 0;
  pthread_rwlock_wrlock(&r->lock);
  if (!r->row[row % ROWS].seat[seat % SEATS]) {
    r->row[row % ROWS].seat[seat % SEATS] = who;
    r->booked++;
    is_booked = 1;
  }
  pthread_rwlock_unlock(&r->lock);
  return is_booked;
}

static int count(unsigned room) {
  struct room *r = &rooms[room % ROOMS];
  int taken = 0;
  pthread_rwlock_rdlock(&r->lock);
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < SEATS; k++) taken += r->row[i].seat[k] != 0;
  }
  pthread_rwlock_unlock(&r->lock);
  return taken;
}

static void *work(void *unused) {
  unsigned seed = 3;
  for (int i = 0; i < 1000; i++) {
    book(rand_r(&seed), rand_r(&seed), rand_r(&seed), 7);
    if (count(rand_r(&seed)) > ROWS * SEATS) abort();
  }
  return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < ROOMS; i++) pthread_rwlock_init(&rooms[i].lock, NULL);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  return 0;
}
