// Direct calls, and calls through tables, fields, parameters and results.
typedef int (*op)(int);
struct driver {
  const char *name;
  op run;
};
static int up(int n) { return n + 1; }
static int down(int n) { return n - 1; }
static const op table[] = {up, &down};
static struct driver drivers[2] = {{"a", up}, {.run = down}};
op pick(int);

int use(struct driver *d, op f, int n) {
  op local = n ? up : down;
  n = up(n) + (*down)(n);
  n += table[n](1);
  n += drivers[1].run(2);
  n += d->run(3) + (**f)(4) + local(5);
  d->run = pick(6);
  return pick(7)(8);
}
