// Main goes on once the thread has ended.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_try_new(const char *name, void *(*func)(void *), void *data, void **error);
void *g_thread_join(GThread *thread);

static int total;

static void *count(void *arg) {
  ++total;
  return arg;
}

int main(void) {
  void *error = 0;
  GThread *t = g_thread_try_new("count", count, 0, &error);
  if (t == 0) return 1;
  g_thread_join(t);
  ++total;
  return total;
}
