// Each thread gets a request of its own. The one of which no thread could be started is freed
// behind the loop's last turn.
#include <pthread.h>
#include <stdlib.h>

struct request {
  int number;
  int cost;
};

static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* serve(void* argument) {
  struct request* request = argument;
  request->cost = request->number % 10 + 1;
  pthread_mutex_lock(&lock);
  total += request->cost;
  pthread_mutex_unlock(&lock);
  free(request);
  return 0;
}

int main(int argc, char** argv) {
  int n = 0;
  (void)argv;
  while (argc-- > 0) {
    pthread_t thread;
    struct request* request = malloc(sizeof *request);
    if (request == 0) break;
    request->number = n++;
    request->cost = 0;
    if (pthread_create(&thread, 0, serve, request) != 0) {
      request->cost = -1;
      free(request);
      break;
    }
    pthread_detach(thread);
  }
  pthread_mutex_lock(&lock);
  const int is_right = total >= 0;
  pthread_mutex_unlock(&lock);
  return is_right ? 0 : 1;
}
