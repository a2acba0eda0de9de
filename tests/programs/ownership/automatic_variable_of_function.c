// Every call of the function has its own serial number and its own text.
#include <pthread.h>
#include <stdio.h>

static int label(int seed) {
  int serial = seed * 100;
  char text[12];
  serial++;
  snprintf(text, sizeof text, "%d", serial);
  return text[0] - '0';
}

static void *mark(void *arg) {
  *(int *)arg = label(*(int *)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int x = 1, y = 2;
  pthread_create(&a, NULL, mark, &x);
  pthread_create(&b, NULL, mark, &y);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d %d\n", x, y);
  return 0;
}
