// The inner release leaves the lock taken.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
void *g_thread_join(GThread *thread);
typedef struct { void *p; unsigned i[2]; } GRecMutex;
void g_rec_mutex_lock(GRecMutex *mutex);
void g_rec_mutex_unlock(GRecMutex *mutex);

static GRecMutex m;
static int total;

static void *count(void *arg) {
  g_rec_mutex_lock(&m);
  g_rec_mutex_lock(&m);
  g_rec_mutex_unlock(&m);
  ++total;
  g_rec_mutex_unlock(&m);
  return arg;
}

int main(void) {
  GThread *t = g_thread_new("count", count, 0);
  count(0);
  g_thread_join(t);
  return total;
}
