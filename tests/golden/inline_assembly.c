// Inline assembly that moves and exchanges numbers is what it does; any other is unknown: its memory
// operands may be read and written. An empty one with only clobbers is a barrier of the compiler,
// which does nothing at run time.
int x;

int use(int n, int *p) {
  int out;
  asm volatile("" ::: "memory");
  asm("mov %1, %0" : "=r"(out) : "r"(n + x));
  asm volatile("lock; incl %0" : "+m"(x));
  asm volatile("stos" : "=m"(*p) : "a"(1), "D"(p) : "memory");
  asm("" : "+r"(n));
  asm goto("jmp %l0" : : : : away);
  x = 1;
away:
  return out + n;
}
