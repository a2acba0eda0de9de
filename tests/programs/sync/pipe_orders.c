// TODAY: unknown: what goes through a pipe may order its ends, but is not followed
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int parcel;

static void *sender(void *unused) {
  parcel = 7;  // FALSE-ALARM parcel: read only after the byte has come
  if (write(ends[1], "!", 1) != 1) _exit(2);
  return unused;
}

static void *receiver(void *unused) {
  char byte;
  while (read(ends[0], &byte, 1) != 1) {
  }
  parcel += 1;  // FALSE-ALARM parcel: as above
  return unused;
}

int main(void) {
  pthread_t a, b;
  if (pipe(ends) != 0) return 1;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return parcel == 8 ? 0 : 1;
}
