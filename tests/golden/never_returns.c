// Nothing follows a call that does not return.
void exit(int);
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, 7, __func__))
int x;
_Noreturn void die(const char *);
void (*quit)(void) __attribute__((noreturn));

int use(int *p, int n) {
  assert(p != 0);
  if (n == 1) die("one");
  if (n == 2) exit(2);
  if (n == 4) quit();
  if (n == 3) {
    __builtin_unreachable();
    x = 4;
  }
  for (;;) x++;
}
