// FLAGS: -std=gnu89 -Wno-implicit-function-declaration -Wno-implicit-int
// The program includes no header, so the thread functions are declared implicitly.

static count;

static void *work(void *arg) {
  count = count + 1; // RACE! count
  return arg;
}

main(void) {
  unsigned long t;
  if (pthread_create(&t, (void *)0, work, (void *)0) != 0) return 2;
  count = 0; // RACE! count
  pthread_join(t, (void *)0);
  return 0;
}
