// What a copied record holds is not known, but it is the same at the lock and at what it guards.
#include <pthread.h>
#include <stdlib.h>

struct parcel {
  int number;
  int zone;
  int grams;
};

static struct parcel belt[16];
static unsigned next_place;
static pthread_mutex_t of_belt = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t of_zone[5];
static struct {
  long count;
  long grams;
} zones[5];

static struct parcel take(void) {
  pthread_mutex_lock(&of_belt);
  const struct parcel taken = belt[next_place];
  next_place = (next_place + 1) % 16;
  pthread_mutex_unlock(&of_belt);
  return taken;
}

static void *sort_parcels(void *unused) {
  for (;;) {
    struct parcel parcel = take();
    if (parcel.zone < 0) break;
    pthread_mutex_lock(&of_zone[parcel.zone]);
    zones[parcel.zone].count++;
    zones[parcel.zone].grams += parcel.grams;
    pthread_mutex_unlock(&of_zone[parcel.zone]);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 16; ++i) belt[i].zone = i < 12 ? rand() % 5 : -1;
  for (int i = 0; i < 5; ++i) pthread_mutex_init(&of_zone[i], NULL);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, sort_parcels, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return zones[0].count > 12;
}
