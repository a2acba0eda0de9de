// Main swaps its two pointers after the thread has got one of them, and so writes what the thread writes.
#include <pthread.h>

static int front_page, back_page;

static void swap(int **x, int **y) {
  int *old = *x;
  *x = *y;
  *y = old;
}

static void *print_page(void *arg) {
  int *page = arg;
  *page += 1; // RACE! front_page
  return NULL;
}

int main(void) {
  pthread_t t;
  int *front = &front_page, *back = &back_page;
  pthread_create(&t, NULL, print_page, front);
  swap(&front, &back);
  *back = 7; // RACE! front_page
  pthread_join(t, NULL);
  return *front;
}
