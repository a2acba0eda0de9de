// The function of the same name in this file touches nothing but its argument.
int other_step(int n);

static int step(int n) { return n + 1; }

int other_step(int n) { return step(n); }
