// Variadic functions: the definition, va_arg of scalars and records, a call.
#include <stdarg.h>
struct pair {
  int a, b;
};
int total;

int sum(int count, ...) {
  va_list list, copy;
  va_start(list, count);
  va_copy(copy, list);
  while (count-- > 0) total += va_arg(list, int);
  struct pair p = va_arg(copy, struct pair);
  char *s = va_arg(copy, char *);
  va_end(list);
  return p.b + *s;
}

int call(char c, float f, struct pair p) { return sum(3, c, f, p, "s"); }
