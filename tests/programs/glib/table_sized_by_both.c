// Both ask one table for its size.
// TSAN: silent: GLib is not linked to it
typedef struct _GThread GThread;
GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
void *g_thread_join(GThread *thread);
typedef struct _GHashTable GHashTable;
GHashTable *g_hash_table_new(unsigned (*hash)(const void *), int (*equal)(const void *, const void *));
int g_hash_table_insert(GHashTable *table, void *key, void *value);
unsigned g_hash_table_size(GHashTable *table);

static GHashTable *table;

static void *use(void *arg) {
  if (g_hash_table_size(table) == 0) return 0;
  return arg;
}

int main(void) {
  table = g_hash_table_new(0, 0);
  GThread *t = g_thread_new("use", use, 0);
  use(0);
  g_thread_join(t);
  return 0;
}
