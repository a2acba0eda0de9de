// String literals: their addresses, their bytes, and how they are passed.
int puts(const char *);
int printf(const char *, ...);
const char *message = "global";

char use(int i) {
  const char *p = "one" " two";
  puts("quote \" tab \t");
  printf("%d %s\n", i, p);
  puts(__func__);
  return "abc"[i] + *"x" + (sizeof "four" == 5);
}
