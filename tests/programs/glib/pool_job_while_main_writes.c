// Main writes what the job writes, before it waits for the pool.
// TSAN: silent: GLib is not linked to it
typedef struct _GThreadPool GThreadPool;
GThreadPool *g_thread_pool_new(void (*func)(void *, void *), void *user_data, int max_threads,
                               int exclusive, void **error);
int g_thread_pool_push(GThreadPool *pool, void *data, void **error);
void g_thread_pool_free(GThreadPool *pool, int immediate, int wait);

static int total;

static void job(void *data, void *user_data) { ++total; }

int main(void) {
  GThreadPool *pool = g_thread_pool_new(job, 0, 4, 0, 0);
  g_thread_pool_push(pool, &total, 0);
  ++total; // MISSED total: jobs of pools are not followed
  g_thread_pool_free(pool, 0, 1);
  return total;
}
