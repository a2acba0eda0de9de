// A try that succeeds returns what is not zero.
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
  if (g_mutex_trylock(&m)) {
    ++total;
    g_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  GThread *t = g_thread_new("count", count, 0);
  count(0);
  g_thread_join(t);
  return total;
}
