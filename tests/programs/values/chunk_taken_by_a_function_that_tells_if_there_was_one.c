#include <pthread.h>
#define SIZE 16000
enum { CHUNK = 1000 };
static unsigned char text[SIZE];
static int next_chunk;
static pthread_mutex_t chunk_mu = PTHREAD_MUTEX_INITIALIZER;
static int grab(int *from) {
      pthread_mutex_lock(&chunk_mu);
      int start = next_chunk;
      int more = start < SIZE / CHUNK;
      if (more) next_chunk++;
      pthread_mutex_unlock(&chunk_mu);
      *from = start * CHUNK;
      return more;
}
static void *count(void *unused)
{
    int from;
    while (grab(&from)) {
      for (int i = from; i < from + CHUNK; i++) text[i] ^= 0x20;
    }
    return 0;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, count, 0);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    return 0;
}
