// TODAY: unknown: what functions of the library return is not any number
// The number is set when others may go on already.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
void *g_thread_join(GThread *thread);
int g_once_init_enter(volatile void *location);
void g_once_init_leave(volatile void *location, unsigned long result);

static unsigned long is_set_up;
static int number;

static void *use(void *arg) {
  if (g_once_init_enter(&is_set_up)) {
    g_once_init_leave(&is_set_up, 1);
    number = 3; // RACE! number
  }
  return number > 2 ? arg : 0;
}

int main(void) {
  GThread *t = g_thread_new("use", use, 0);
  use(0);
  g_thread_join(t);
  return 0;
}
