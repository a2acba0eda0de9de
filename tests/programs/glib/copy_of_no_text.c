// TSAN: silent: GLib is not there
// The copy of null is null.
#include <pthread.h>
#include <stddef.h>

char *g_strdup(const char *text);
void g_free(void *block);

static int missing;

static void *copy(void *text) {
  char *mine = g_strdup(text);
  if (mine == NULL)
    missing++; // RACE! missing
  g_free(mine);
  return NULL;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, copy, NULL) != 0)
    return 1;
  copy(NULL);
  pthread_join(thread, NULL);
  return 0;
}
