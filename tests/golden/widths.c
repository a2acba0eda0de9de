// One global of each scalar type, with the width and signedness of its access.
enum color { RED, GREEN = 7 };
_Bool b;
signed char c;
unsigned short s;
int i;
unsigned u;
long l;
unsigned long long q;
float f;
double d;
long double e;
void *p;
enum color k;
__int128 w;

void store(void) {
  b = 1;
  c = -1;
  s = 65535;
  i = -2147483647 - 1;
  u = 4294967295u;
  l = 1;
  q = 18446744073709551615ull;
  f = 1;
  d = f;
  e = d;
  p = 0;
  k = GREEN;
  w = 3;
}

long load(void) { return b + c + s + i + u + l + (long)q + (p != 0) + k; }

double untracked(void) { return f + d * (i ? e : w); }
