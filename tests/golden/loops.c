// while, do, for, break, continue: where each edge goes.
int a[10], n, stop;

void loops(void) {
  for (int i = 0; i < n; i++) {
    if (a[i] == 0) continue;
    if (a[i] < 0) break;
    a[i] = i;
  }
  while (!stop) {
    if (n--) continue;
    break;
  }
  do {
    if (n == 3) continue;
    n = 1;
  } while (n > 2);
  for (;;) {
    if (stop) return;
  }
}
