// What is wrong is put into a text of all, before a jump out of the functions that parse.
#include <ctype.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
  const char *at;
  jmp_buf fail;
  char error[48];
};

static const char *describe(const struct parser *p) {
  static char text[16];
  if (*p->at == '\0') return "the end";
  snprintf(text, sizeof text, "'%c'", *p->at); // RACE! text[]
  return text;
}

static void fail(struct parser *p) {
  snprintf(p->error, sizeof p->error, "no number at %s", describe(p));
  longjmp(p->fail, 1);
}

static long number(struct parser *p) {
  char *end;
  while (isspace((unsigned char)*p->at)) p->at++;
  if (!isdigit((unsigned char)*p->at)) fail(p);
  const long value = strtol(p->at, &end, 10);
  p->at = end;
  return value;
}

static long sum(struct parser *p) {
  long total = number(p);
  while (*p->at == '+') {
    p->at++;
    total += number(p);
  }
  return total;
}

static void *evaluate(void *arg) {
  struct parser p;
  p.at = arg;
  if (setjmp(p.fail)) return (void *)-1;
  return (void *)sum(&p);
}

int main(void) {
  char good[] = "1+2", bad[] = "3+x", worse[] = " 4++5";
  pthread_t t, u, v;
  pthread_create(&t, NULL, evaluate, good);
  pthread_create(&u, NULL, evaluate, bad);
  pthread_create(&v, NULL, evaluate, worse);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  pthread_join(v, NULL);
  return 0;
}
