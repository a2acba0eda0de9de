// The strings of the command line are memory like any other.
#include <pthread.h>

static void *worker(void *arg) {
  char *name = arg;
  name[0] = '-'; // RACE! main.argv[]
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, argv[0]);
  pthread_create(&u, NULL, worker, argv[0]);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return argc > 9;
}
