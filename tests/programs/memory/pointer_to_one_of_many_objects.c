// VERDICT: unknown: it is not known which objects the threads choose
// Each thread uses another one of many objects, as the main thread sees to.
#include <pthread.h>
#include <stdlib.h>

struct object {
  int uses;
};
static struct object *objects[9];

static void *use(void *arg) {
  struct object *object = objects[*(int *)arg];
  object->uses++;
  return NULL;
}

int main(int argc, char **argv) {
  objects[0] = calloc(1, sizeof(struct object));
  objects[1] = calloc(1, sizeof(struct object));
  objects[2] = calloc(1, sizeof(struct object));
  objects[3] = calloc(1, sizeof(struct object));
  objects[4] = calloc(1, sizeof(struct object));
  objects[5] = calloc(1, sizeof(struct object));
  objects[6] = calloc(1, sizeof(struct object));
  objects[7] = calloc(1, sizeof(struct object));
  objects[8] = calloc(1, sizeof(struct object));
  int first = rand() % 9, second = (first + 1) % 9;
  pthread_t a, b;
  pthread_create(&a, NULL, use, &first);
  pthread_create(&b, NULL, use, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return objects[first]->uses;
}
