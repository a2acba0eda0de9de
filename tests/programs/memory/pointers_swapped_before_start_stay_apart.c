// Main swaps its two pointers, gives one to the thread and keeps to the other.
#include <pthread.h>

static int front_page, back_page;

static void swap(int **x, int **y) {
  int *old = *x;
  *x = *y;
  *y = old;
}

static void *print_page(void *arg) {
  int *page = arg;
  *page += 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  int *front = &front_page, *back = &back_page;
  swap(&front, &back);
  pthread_create(&t, NULL, print_page, front);
  *back = 7;
  pthread_join(t, NULL);
  return front_page != 7 || back_page != 1;
}
