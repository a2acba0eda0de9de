// Where nothing is found for a name, the list of addresses stays empty.
// TSAN: silent: whether the name is found depends on the machine
// TODAY: unknown: too little is known of the branch, and no execution goes that way
#include <netdb.h>
#include <pthread.h>
#include <stddef.h>

static int failures;

static void *look_up(void *arg) {
  struct addrinfo *list = NULL;
  getaddrinfo("nobody.invalid", NULL, NULL, &list);
  if (list == NULL)
    failures++; // RACE! failures
  else
    freeaddrinfo(list);
  return arg;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, look_up, NULL) != 0)
    return 1;
  failures++;
  pthread_join(thread, NULL);
  return 0;
}
