// __attribute__((cleanup)): called at every way out of the scope, last one first.
int lock, depth;
int f(int);
static void release(int **p) { **p = 0; }

int use(int n) {
  __attribute__((cleanup(release))) int *outer = &lock;
  for (int i = 0; i < n; i++) {
    __attribute__((cleanup(release))) int *inner = &depth;
    if (f(0)) continue;
    if (f(1)) break;
    if (f(2)) goto out;
    if (f(3)) return depth;
  }
  f(4);
out:
  return lock;
}
