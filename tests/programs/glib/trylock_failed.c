// VERDICT: unknown: that the lock is ever taken is not certain
// A try is taken to have succeeded where it has failed.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
void *g_thread_join(GThread *thread);
typedef union { void *p; unsigned i[2]; } GMutex;
int g_mutex_trylock(GMutex *mutex);
void g_mutex_unlock(GMutex *mutex);

static GMutex m;
static int total;

static void *count(void *arg) {
  if (!g_mutex_trylock(&m)) {
    ++total; // RACE! total
  }
  return arg;
}

int main(void) {
  GThread *t = g_thread_new("count", count, 0);
  count(0);
  g_thread_join(t);
  return total;
}
