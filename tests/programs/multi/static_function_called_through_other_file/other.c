// The function of the same name in this file counts in a static variable.
int other_step(int n);

static int steps;

static int step(int n) {
  steps += n; // RACE! steps
  return n;
}

int other_step(int n) { return step(n); }
