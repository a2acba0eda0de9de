// volatile objects live in memory, and each mention is an access.
volatile int reg;
struct device {
  volatile unsigned char status;
  unsigned char data;
};

int poll(struct device *d, volatile char *p) {
  volatile int local = 1;
  int *plain = (int *)&reg;
  reg;
  (void)reg;
  reg = reg + 1;
  reg++;
  while (!(d->status & 2)) {
  }
  d->data = *p;
  return local + *plain + *(volatile int *)plain;
}
