// Values of globals: bytes that are not given are zero and not listed.
struct node {
  int value;
  struct node *next;
  int (*act)(int);
  const char *name;
};
static int twice(int n) { return 2 * n; }
extern int weak_one(int) __attribute__((weak));
int numbers[6] = {1, [3] = 4, 5};
struct node last = {.value = -1, .act = twice};
struct node first = {1, &last, weak_one, "first"};
int *inside = &numbers[3];
char **none = 0;
struct node *literal = &(struct node){.value = 9};
char text[8] = "text";
unsigned long address = (unsigned long)&last.next;
double ratio = 1.5;  // floating point is not tracked
struct node grid[2][2] = {[1] = {[0].value = 3}};
union {
  short s;
  long l;
} either = {.l = 5};
extern int elsewhere;
int tentative;
int sizes[sizeof(struct node)];
int get(void) { return elsewhere + twice(tentative); }
