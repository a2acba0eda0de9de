// The reader announces which object it uses, and looks again whether that is still the current one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  int value;
};
static struct object *_Atomic current;
static struct object *_Atomic in_use;

static void *read_it(void *sum) {
  struct object *object;
  do {
    object = atomic_load(&current);
    atomic_store(&in_use, object);
  } while (object != atomic_load(&current));
  *(int *)sum += object->value;
  atomic_store(&in_use, NULL);
  return NULL;
}

static void *replace(void *unused) {
  struct object *fresh = malloc(sizeof *fresh);
  fresh->value = 2;
  struct object *old = atomic_exchange(&current, fresh);
  while (atomic_load(&in_use) == old) {
  }
  old->value = 0;
  free(old);
  return unused;
}

int main(void) {
  static int sum;
  pthread_t reader, writer;
  struct object *object = malloc(sizeof *object);
  object->value = 1;
  atomic_store(&current, object);
  pthread_create(&reader, NULL, read_it, &sum);
  pthread_create(&writer, NULL, replace, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  free(atomic_load(&current));
  return sum;
}
