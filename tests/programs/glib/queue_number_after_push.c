// VERDICT: unknown: that the queue was empty is not known
// The number is written after the item is pushed.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
void *g_thread_join(GThread *thread);
typedef struct _GAsyncQueue GAsyncQueue;
GAsyncQueue *g_async_queue_new(void);
void g_async_queue_push(GAsyncQueue *queue, void *data);
void *g_async_queue_pop(GAsyncQueue *queue);

static GAsyncQueue *queue;
static int number;

static void *produce(void *arg) {
  g_async_queue_push(queue, &number);
  number = 7; // RACE! number
  return arg;
}

int main(void) {
  queue = g_async_queue_new();
  GThread *t = g_thread_new("produce", produce, 0);
  g_async_queue_pop(queue);
  int result = number;
  g_thread_join(t);
  return result;
}
