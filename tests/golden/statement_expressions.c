// ({ ... }): the value is the last expression; loops, returns and scopes inside work as outside.
int x, y;
struct pair {
  int a, b;
} pair;
#define MAX(p, q) ({ int p_ = (p), q_ = (q); p_ > q_ ? p_ : q_; })

int use(int n) {
  int big = MAX(x, MAX(y, n));
  n = ({
    if (n == 3) return 5;
    x = n;
  });
  struct pair copy = ({ pair; });
  while (({ x--; y; })) n++;
  ({ y = 1; (void)0; });
  return big + n + copy.b + ({ pair; }).a;
}
