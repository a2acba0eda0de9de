// Lines are written into one buffer: how long a line is, who reserves it says.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define ROOM 65536
#define LENGTH 48

static char text[ROOM];
static atomic_size_t used;

static char *reserve(size_t length) {
  size_t at = atomic_fetch_add_explicit(&used, length, memory_order_relaxed);
  return at + length <= ROOM ? text + at : NULL;
}

static void *write_line(void *given) {
  char line[LENGTH];
  memset(line, *(char *)given, sizeof line);
  for (int i = 0; i < 5000; ++i) {
    char *to = reserve(LENGTH);
    if (to == NULL) break;
    memcpy(to, line, LENGTH);
  }
  return NULL;
}

static void *fill_line(void *given) {
  for (int i = 0; i < 5000; ++i) {
    char *to = reserve(LENGTH);
    if (to != NULL) memset(to, *(char *)given, LENGTH);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[6];
  char letters[6] = "abcxyz";
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, write_line, &letters[i]);
  for (int i = 3; i < 6; ++i) pthread_create(&threads[i], NULL, fill_line, &letters[i]);
  for (int i = 0; i < 6; ++i) pthread_join(threads[i], NULL);
  size_t end = atomic_load(&used);
  fwrite(text, 1, end < ROOM ? end : ROOM, stdout);
  return 0;
}
