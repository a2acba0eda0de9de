// A function returns its static buffer, which all its callers write and read.
#include <pthread.h>
#include <stdio.h>

static const char *label(int n) {
  static char text[2];
  text[0] = (char)('a' + n % 26); // RACE! text[]
  return text;
}

static void *print_label(void *arg) {
  const char *s = label(*(int *)arg);
  puts(s); // RACE! text[]
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int numbers[2] = {4, 9};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, print_label, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
