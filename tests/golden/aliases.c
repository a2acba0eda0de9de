// An alias is a function of its own, which calls the one it stands for.
struct pair {
  int a, b;
};
static int x;
static void target(void) { x++; }
struct pair swapped(struct pair p, float f, char *s) {
  return (struct pair){p.b, p.a};
}
void also(void) __attribute__((alias("target")));
struct pair flipped(struct pair p, float f, char *s) __attribute__((weak, alias("swapped")));

void use(void) { also(); }
