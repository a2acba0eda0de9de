// The variable of the same name in this file is reached from both threads.
void add_second(int n);
int get_second(void);

static int total;

void add_second(int n) {
  total += n; // RACE! total
}

int get_second(void) {
  return total; // RACE! total
}
