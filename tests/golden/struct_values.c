// Records by value: assigned, copied, passed, returned, chosen, and a member of a result.
struct box {
  long a, b;
};
struct box global, other;
struct box make(struct box in, int n);

struct box pass(struct box in, struct box *p) {
  struct box local = *p;
  global = other = local;
  in.a = 1;
  *p = make(global, 2);
  local = p ? global : *p;
  p->a = make(in, 3).b;
  make(local, 4);
  return p->a ? make(*p, 5) : global;
}

struct box give(void) { return global; }
