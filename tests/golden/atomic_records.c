// _Atomic records are copied as a whole; the other side of such a copy is not atomic.
struct pair {
  int a, b;
};
_Atomic(struct pair) shared, other;
struct pair plain;
void take(struct pair);

struct pair use(struct pair *p) {
  struct pair local = shared;
  plain = shared;
  shared = *p;
  shared = other;
  take(shared);
  return shared;
}
