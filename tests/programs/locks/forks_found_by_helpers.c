// Each takes two forks, the lesser one first; helpers say which they are. What lies beside the
// forks has a lock of its own.
#include <pthread.h>
#include <stdlib.h>
struct fork {
  pthread_mutex_t mu;
  int uses;
};
struct table {
  int seats;
  struct fork forks[16];
  int washed;
};
struct phil {
  pthread_t tid;
  struct table* table;
  int seat;
  int meals;
};
static pthread_mutex_t ml = PTHREAD_MUTEX_INITIALIZER;
static void use(struct fork* f) { f->uses++; }
static struct fork* left_of(struct phil* p) { return &p->table->forks[p->seat]; }
static struct fork* right_of(struct phil* p) {
  return &p->table->forks[(p->seat + 1) % p->table->seats];
}
static void* run(void* arg) {
  struct phil* p = arg;
  for (int i = 0; i < 100; i++) {
    struct fork *l = left_of(p), *r = right_of(p);
    struct fork* lo = l < r ? l : r;
    struct fork* hi = l < r ? r : l;
    pthread_mutex_lock(&lo->mu);
    pthread_mutex_lock(&hi->mu);
    use(l);
    use(r);
    p->meals++;
    pthread_mutex_lock(&ml);
    p->table->washed++;
    pthread_mutex_unlock(&ml);
    pthread_mutex_unlock(&hi->mu);
    pthread_mutex_unlock(&lo->mu);
  }
  return 0;
}
int main(int argc, char** argv) {
  static struct table table;
  static struct phil phil[16];
  int n = argc > 1 ? atoi(argv[1]) : 5;
  if (n < 2 || n > 16) return 1;
  table.seats = n;
  for (int i = 0; i < n; i++) pthread_mutex_init(&table.forks[i].mu, 0);
  for (int i = 0; i < n; i++) {
    phil[i].table = &table;
    phil[i].seat = i;
    pthread_create(&phil[i].tid, 0, run, &phil[i]);
  }
  for (int i = 0; i < n; i++) pthread_join(phil[i].tid, 0);
  return table.forks[0].uses != 200;
}
