// VERDICT: unknown: handles read from a list of unknown length
// Each turn of the loop makes an object and hands it to the thread that it starts, and fills it only
// then.
#include <pthread.h>
#include <stdlib.h>

struct context { pthread_t thread; int input; };
struct file { struct file *next; int size; struct context *context; };

static void *verify(void *p) {
  struct context *c = p;
  return c->input > 3 ? c : NULL;  // RACE! context.input
}

int main(int argc, char **argv) {
  struct file *files = NULL;
  for (int i = 0; i < argc + 2; i++) {
    struct file *f = malloc(sizeof *f);
    f->next = files;
    f->size = i;
    files = f;
  }
  for (struct file *f = files; f; f = f->next) {
    struct context *c = malloc(sizeof *c);
    f->context = c;
    pthread_create(&c->thread, NULL, verify, c);
    c->input = f->size;  // RACE! context.input
  }
  for (struct file *f = files; f; f = f->next) pthread_join(f->context->thread, NULL);
  return 0;
}
