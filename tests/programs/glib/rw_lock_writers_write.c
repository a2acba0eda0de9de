// Writers of GLib exclude each other.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
void *g_thread_join(GThread *thread);
typedef struct { void *p; unsigned i[2]; } GRWLock;
void g_rw_lock_writer_lock(GRWLock *lock);
void g_rw_lock_writer_unlock(GRWLock *lock);

static GRWLock lock;
static int total;

static void *count(void *arg) {
  g_rw_lock_writer_lock(&lock);
  ++total;
  g_rw_lock_writer_unlock(&lock);
  return arg;
}

int main(void) {
  GThread *t = g_thread_new("count", count, 0);
  count(0);
  g_thread_join(t);
  return total;
}
