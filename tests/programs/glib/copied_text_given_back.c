// TSAN: silent: GLib is not there
// Each thread copies a text and gives the copy back. The copy of null is null.
#include <pthread.h>
#include <stddef.h>

char *g_strdup(const char *text);
void g_free(void *block);

static void *copy(void *text) {
  char *mine = g_strdup(text);
  if (mine != NULL)
    mine[0] = '!';
  g_free(mine);
  return NULL;
}

int main(void) {
  static char name[] = "name";
  pthread_t thread;
  if (pthread_create(&thread, NULL, copy, name) != 0)
    return 1;
  copy(name);
  pthread_join(thread, NULL);
  return 0;
}
