// What a pointer into an array inside of an object is moved to stays in that array.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern long read_number(void);  // TSAN: silent: nothing to race on

struct page {
  char title[64];  // where the page begins, too
  int reads;
  char path[64];
  struct {
    int kind, size;
  } parts[8];
  int parsed;
  char *cursor;
};
static struct page front;

static void walk_back(struct page *p) {
  const char *c = p->path + strlen(p->path) - 1;
  while (c > p->path) {
    if (*(c - 1) == '/') break;
    c--;
  }
}

static long length_of(const char *text) {
  const char *c = text;
  while (*c != 0) c++;
  return c - text;
}

static void *reader(void *arg) {
  struct page *p = arg;
  char line[200];
  const long n = read_number();
  snprintf(line, sizeof line, "%s: %s", front.title, p->title);
  const char *dot = strrchr(p->path, '.');
  if (dot != NULL && dot[1] == 'c') line[0] = *dot;
  const char *at = front.title + n;
  line[1] = *at;
  at = &front.path[0] + n - 1;
  line[2] = at[1];
  const char *some = n > 5 ? front.title : front.title + 1;
  line[3] = *some++;
  line[4] = some[n];
  long sizes = length_of(p->title) + length_of(front.path);
  for (int i = 0; i < n; i++) sizes += (p->parts + i)->size;
  memcpy(line, p->title, (unsigned long)n);
  walk_back(p);
  __atomic_add_fetch(&p->reads, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&p->parsed, (int)sizes, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&front.reads, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&front.parsed, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  struct page *p = calloc(1, sizeof *p);
  strcpy(front.path, "index.html");
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, reader, p);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d %d\n", p->reads, front.reads);
  free(p);
  return 0;
}
