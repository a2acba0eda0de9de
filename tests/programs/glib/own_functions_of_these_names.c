// The program has a lock by a name of GLib, which takes nothing.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
void *g_thread_join(GThread *thread);

static int lock, total;

void g_mutex_lock(int *mutex) { (void)mutex; }
void g_mutex_unlock(int *mutex) { (void)mutex; }

static void *count(void *arg) {
  g_mutex_lock(&lock);
  ++total; // RACE! total
  g_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  GThread *t = g_thread_new("count", count, 0);
  count(0);
  g_thread_join(t);
  return total;
}
