// The number is set by everyone once the function has run.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
void *g_thread_join(GThread *thread);
typedef struct { volatile int status; void *volatile retval; } GOnce;
void *g_once_impl(GOnce *once, void *(*func)(void *), void *arg);

static GOnce once;
static int number;

static void *set_up(void *arg) {
  (void)arg;
  return arg;
}

static void *use(void *arg) {
  g_once_impl(&once, set_up, 0);
  number = 3; // RACE! number
  return number > 2 ? arg : 0;
}

int main(void) {
  GThread *t = g_thread_new("use", use, 0);
  use(0);
  g_thread_join(t);
  return 0;
}
