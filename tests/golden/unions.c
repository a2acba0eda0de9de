// Members of a union are the same bytes; anonymous members are spelled as if they were outside.
union number {
  int i;
  float f;
  unsigned char bytes[4];
};
struct tagged {
  int tag;
  union {
    long l;
    struct {
      short low, high;
    };
  };
};
union number g = {.f = 1.0f};

long use(struct tagged *t, union number *n) {
  n->f = 1.0f;
  n->bytes[2] = n->i;
  t->high = t->l;
  union number copy = *n, zero = {0};
  struct tagged local = {1, {.low = 2}};
  return copy.i + zero.i + local.high;
}
