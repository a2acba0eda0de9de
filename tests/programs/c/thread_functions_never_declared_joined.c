// FLAGS: -std=gnu89 -Wno-implicit-function-declaration -Wno-implicit-int
// The program includes no header; main waits for the thread before it uses what the thread changed.

static count;

static void *work(void *arg) {
  count = count + 1;
  return arg;
}

main(void) {
  unsigned long t;
  if (pthread_create(&t, (void *)0, work, (void *)0) != 0) return 2;
  pthread_join(t, (void *)0);
  count = count - 1;
  return count;
}
