// Both sides take the mutex of GLib.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
void *g_thread_join(GThread *thread);
typedef union { void *p; unsigned i[2]; } GMutex;
void g_mutex_lock(GMutex *mutex);
void g_mutex_unlock(GMutex *mutex);

static GMutex m;
static int total;

static void *count(void *arg) {
  g_mutex_lock(&m);
  ++total;
  g_mutex_unlock(&m);
  return arg;
}

int main(void) {
  GThread *t = g_thread_new("count", count, 0);
  count(0);
  g_thread_join(t);
  return total;
}
