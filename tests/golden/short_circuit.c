// Each operand of && || ?: , ! is accessed only where it is evaluated.
int a, b, c, d;

int logical(void) { return (a && b) || !(c || d); }

void condition(void) {
  if (!(a && !b) || (c, d)) a = 1;
}

int conditional(int n) { return n ? a : (b ?: c); }

void effects(int n) { n > 0 ? (void)(a = 1) : (void)(b = 2); }

int comma(void) {
  int last = (a++, b = 4, c);
  return last, d;
}
