// VERDICT: unknown: it is not known that the index is not beyond the text
// An index that is less by the distance of two pointers, of which one leads to the array itself.
#include <pthread.h>
#include <string.h>

struct line {
  int length;
  char text[64];
};

static struct line lines[2];

static void cut(struct line *line) {
  char *begin = strchr(line->text, '{');
  char *end = strchr(begin, '}');
  if (*end != '{') return;
  line->length = line->length - (int)(end - line->text);
  line->text[line->length] = 0;
}

static void *work(void *arg) {
  cut(arg);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, &lines[0]);
  pthread_create(&b, NULL, work, &lines[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
