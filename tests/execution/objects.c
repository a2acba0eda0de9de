// Returns the number of the first check that fails, 0 if all hold.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
  do {                   \
    ++number;            \
    if (!(condition)) return number; \
  } while (0)

struct point {
  short x, y;
};
struct shape {
  char kind;
  struct point corners[3];
  struct shape *next;
  int (*area)(const struct shape *);
};
union word {
  uint32_t whole;
  uint8_t bytes[4];
  struct point halves;
};
struct list {
  struct list *next;
};
struct item {
  int value;
  struct list link;
};

static int flat(const struct shape *shape) { return shape->corners[1].x * shape->corners[2].y; }
static int none(const struct shape *shape) { return -shape->kind; }

static struct shape second = {.kind = 2, .area = none};
static struct shape first = {1, {{1, 2}, {3, 4}, {5, 6}}, &second, flat};
static int numbers[6] = {1, 2, [4] = 5};
static int *middle = &numbers[2];
static int (*const operations[])(const struct shape *) = {flat, none};
static struct point *pointer_to_member = &first.corners[2];

static struct point make(int x, int y) {
  struct point p = {x, y};
  return p;
}
static struct point swapped(struct point p) {
  short x = p.x;
  p.x = p.y;
  p.y = x;
  return p;
}
static struct point twice(struct point p) { return swapped(swapped(p)); }
static int count(void) {
  static int calls = 10;
  return calls++;
}
static unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static void add_to(int *target, int value) { *target += value; }
static int sum(int n, const int values[n]) {
  int result = 0;
  while (n-- > 0) result += values[n];
  return result;
}

int main(void) {
  int number = 0;
  // Static initialisation.
  CHECK(numbers[1] == 2 && numbers[3] == 0 && numbers[4] == 5 && *middle == 0 && middle[2] == 5);
  CHECK(first.next == &second && first.next->kind == 2 && second.corners[1].y == 0);
  CHECK(first.area(&first) == 18 && first.next->area(first.next) == -2);
  CHECK(operations[1](&first) == -1 && (*operations[0])(&first) == 18);
  CHECK(pointer_to_member->y == 6 && pointer_to_member[-1].x == 3);
  // Records by value.
  struct point p = make(7, -8);
  CHECK(p.x == 7 && p.y == -8);
  CHECK(swapped(p).x == -8 && p.x == 7);
  CHECK(twice(p).y == -8 && swapped(make(1, 2)).x == 2);
  struct shape copy = first;
  copy.corners[0] = p;
  CHECK(first.corners[0].x == 1 && copy.corners[0].y == -8 && copy.corners[2].y == 6);
  p = (struct point){.y = 9};
  CHECK(p.x == 0 && p.y == 9);
  struct point *literal = &(struct point){3, 4};
  CHECK(literal->x + literal->y == 7);
  // Unions, bytes and casts.
  union word word = {0x01020304};
  CHECK(word.bytes[0] == 4 && word.bytes[3] == 1 && word.halves.x == 0x0304);
  word.bytes[1] = 0xff;
  CHECK(word.whole == 0x0102ff04);
  unsigned char *raw = (unsigned char *)&numbers[4];
  CHECK(raw[0] == 5 && raw[1] == 0);
  CHECK((uintptr_t)&numbers[3] - (uintptr_t)numbers == 12);
  uintptr_t tagged = (uintptr_t)middle | 1;
  CHECK(*(int *)(tagged & ~(uintptr_t)1) == 0);
  struct item item = {42, {NULL}};
  struct list *link = &item.link;
  CHECK(((struct item *)((char *)link - offsetof(struct item, link)))->value == 42);
  // Pointers.
  int *at = numbers;
  CHECK(*at++ == 1 && *at == 2 && at - numbers == 1 && &numbers[6] - at == 5);
  at += 3;
  CHECK(*at-- == 5 && at[-1] == 0 && at > numbers && at == &numbers[3]);
  add_to(&numbers[0], 5);
  add_to(at, numbers[0]);
  CHECK(numbers[0] == 6 && numbers[3] == 6);
  int grid[3][4] = {{1}, {2, 3}};
  CHECK(grid[1][1] == 3 && grid[2][3] == 0 && *(*(grid + 1) + 0) == 2 && sizeof grid == 48);
  CHECK(count() == 10 && count() == 11 && fibonacci(12) == 144);
  int size = 5;
  int variable[size];
  for (int i = 0; i < size; ++i) variable[i] = i * i;
  CHECK(sum(size, variable) == 30 && sizeof variable == 20);
  // Memory of the library.
  int *heap = malloc(4 * sizeof *heap);
  memcpy(heap, variable + 1, 4 * sizeof *heap);
  CHECK(heap[3] == 16);
  heap = realloc(heap, 8 * sizeof *heap);
  memmove(heap + 1, heap, 4 * sizeof *heap);
  CHECK(heap[0] == 1 && heap[1] == 1 && heap[4] == 16);
  memset(heap, 0xff, sizeof *heap);
  CHECK(heap[0] == -1 && memcmp(heap + 1, variable + 1, 16) == 0);
  free(heap);
  char *zeros = calloc(3, 4);
  CHECK(zeros[11] == 0);
  zeros[0] = 'h';
  zeros[1] = 'i';
  CHECK(strlen(zeros) == 2 && strcmp(zeros, zeros + 1) < 0);
  free(zeros);
  free(NULL);
  struct shape *volatile end = NULL;
  CHECK(end == 0 && !end && (end ? end->kind : 5) == 5);
  return 0;
}
