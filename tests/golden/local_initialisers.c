// Initialisers of locals: one store per scalar, zeros for the rest, in the order of the bytes.
struct pair {
  int first, second;
  char name[4];
};
int f(void);

int use(int n) {
  int a[4] = {1, n};
  struct pair p = {.second = n, .name = "ab"};
  struct pair pairs[2] = {[1].first = f()};
  struct pair *q = &(struct pair){3, 4};
  int big[64] = {[5] = 6};
  char text[] = "hello";
  int m = {7};
  const char *where = "literal";
  return a[0] + p.first + pairs[1].first + q->second + big[5] + text[0] + m + where[0];
}
