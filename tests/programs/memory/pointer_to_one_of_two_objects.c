// TSAN: silent: the objects that rand() chooses are different ones
// Both threads use one of two objects, and it may be the same.
#include <pthread.h>
#include <stdlib.h>

struct object {
  int uses;
};
static struct object *objects[2];

static void *use(void *arg) {
  struct object *object = objects[*(int *)arg];
  object->uses++; // RACE! object.uses
  return NULL;
}

int main(int argc, char **argv) {
  objects[0] = calloc(1, sizeof(struct object));
  objects[1] = calloc(1, sizeof(struct object));
  int first = rand() % 2, second = rand() % 2;
  pthread_t a, b;
  pthread_create(&a, NULL, use, &first);
  pthread_create(&b, NULL, use, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return objects[first]->uses;
}
