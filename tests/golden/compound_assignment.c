// op= and ++/-- on memory and registers: the value is narrowed to the type of the object.
unsigned char c;
unsigned u;
int *p;
_Bool flag;
double d;

int *next(void);

int use(int i) {
  c += 300;
  u <<= i;
  u >>= 1;
  p += i;
  p--;
  *p++ = i;
  *next() -= 2;
  flag |= 2;
  flag++;
  d *= 2;
  i /= u;
  i %= -3;
  u = i--;
  int before = i++;
  int after = ++i;
  return before + after + c-- + (p[i] ^= 1);
}
