// sizeof, _Alignof, typeof, offsetof, _Generic and builtins do not evaluate their operands.
#include <stddef.h>
struct pair {
  char a;
  int b[3];
};
int x, y;
int f(void);
#define KIND(e) _Generic((e), int: x, default: y)

long use(struct pair *p) {
  typeof(x++) copy = 1;
  long n = sizeof(x++) + sizeof p->b + sizeof(struct pair) + _Alignof(long);
  n += offsetof(struct pair, b[2]);
  n += KIND(f()) + KIND('a' + 1l);
  n += __builtin_choose_expr(1, x, f()) + __builtin_constant_p(f());
  n += __builtin_types_compatible_p(int, typeof(y));
  (void)x;
  (void)f();
  return n + copy;
}
