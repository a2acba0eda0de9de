// Rows are drawn from a counter until none is left, and all elements of a row are changed.
#include <pthread.h>
#define H 48
static unsigned char image[H][64];
static int next_row;
static pthread_mutex_t row_lock = PTHREAD_MUTEX_INITIALIZER;
static int take_row(void) {
  int r;
  pthread_mutex_lock(&row_lock);
  r = next_row < H ? next_row++ : -1;
  pthread_mutex_unlock(&row_lock);
  return r;
}
static void *worker(void *arg) {
  int y;
  while ((y = take_row()) >= 0) {
    for (int x = 0; x < 64; x++) image[y][x] = (unsigned char)(255 - image[y][x]);
  }
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
