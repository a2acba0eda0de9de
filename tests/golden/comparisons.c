// Comparisons go by the type of the operands; pointers compare as unsigned numbers.
int a, b;
unsigned u;
char *p, *q;

int use(char c, long l) {
  int n = a < b;
  n += u < 1;
  n += c > l;
  n += p < q;
  n += p == 0;
  n += !p;
  n += a == u;
  n += !!a;
  n += p - q;
  n += (struct pair { int x, y; } *)p - (struct pair *)q;
  return -n + ~a;
}
