// Adjacent bit-fields are one memory location, which `:0` and ordinary members end.
struct flags {
  unsigned a : 3;
  unsigned b : 7;
  int c : 4;
  unsigned : 0;
  unsigned d : 5;
  char plain;
  unsigned e : 1;
};
struct flags g;
struct flags initialised = {1, 2, -1, 4, 'x', 1};

int use(struct flags *p) {
  g.a = 5;
  p->b++;
  p->c += 1;
  g.d |= p->e;
  struct flags local = {.a = 1, .b = 2, .plain = 3};
  return g.a + p->b + p->c + local.d;
}

unsigned cut(void) { return g.a = 9; }
