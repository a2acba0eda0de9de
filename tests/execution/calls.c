// Functions that a library calls, and jumps out of functions.
// Returns the number of the first check that fails, 0 if all hold.
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
  do {                   \
    ++number;            \
    if (!(condition)) return number; \
  } while (0)

struct entry {
  int key;
  char name[12];
};

static int compared;
static jmp_buf outer, inner;
static volatile int depth;

static int by_key(const void *a, const void *b) {
  const struct entry *one = a, *other = b;
  ++compared;
  return (one->key > other->key) - (one->key < other->key);
}

static int by_name(const void *name, const void *entry) {
  return strcmp(name, ((const struct entry *)entry)->name);
}

static int check_sorting(int number) {
  struct entry all[] = {{5, "five"}, {1, "one"}, {4, "four"}, {1, "uno"}, {3, "three"}};
  const size_t count = sizeof all / sizeof *all;
  qsort(all, count, sizeof *all, by_key);
  CHECK(compared > 3);
  for (size_t i = 1; i < count; i++) CHECK(all[i - 1].key <= all[i].key);
  CHECK(strcmp(all[4].name, "five") == 0 && strcmp(all[2].name, "three") == 0);
  const struct entry wanted = {4, ""}, missing = {2, ""};
  CHECK(bsearch(&wanted, all, count, sizeof *all, by_key) == &all[3]);
  CHECK(bsearch(&missing, all, count, sizeof *all, by_key) == NULL);
  struct entry names[] = {{1, "a"}, {2, "b"}, {3, "c"}};
  CHECK(bsearch("c", names, 3, sizeof *names, by_name) == &names[2]);
  compared = 0;
  qsort(all, 1, sizeof *all, by_key);
  qsort(all, 0, sizeof *all, by_key);
  CHECK(compared == 0 && bsearch(&wanted, all, 0, sizeof *all, by_key) == NULL);
  return 0;
}

static void descend(int levels) {
  char here[16];
  memset(here, levels, sizeof here);
  ++depth;
  if (levels == 0) longjmp(outer, 0);
  descend(levels - 1);
}

static int retry(void) {
  volatile int times = 0;
  const int code = setjmp(inner);
  if (code < 3) {
    ++times;
    longjmp(inner, code + 1);
  }
  return times;
}

static int check_jumps(int number) {
  volatile int passes = 0;
  const int returned = setjmp(outer);
  ++passes;
  if (returned == 0) descend(4);
  CHECK(returned == 1);
  CHECK(passes == 2 && depth == 5);
  CHECK(retry() == 3);
  return 0;
}

static int check_last_jump(int number) {
  volatile int turns = 0;
  sigjmp_buf place;
  const int code = sigsetjmp(place, 1);
  if (turns++ < 2) siglongjmp(place, 7);
  CHECK(code == 7 && turns == 3);
  return 0;
}

int main(void) {
  int failed = check_sorting(0);
  if (failed == 0) failed = check_jumps(100);
  if (failed == 0) failed = check_last_jump(200);
  return failed;
}
