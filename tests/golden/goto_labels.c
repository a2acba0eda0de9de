// goto forwards, backwards and into a block; computed goto to the labels whose address is taken.
int x;

void jump(int n) {
again:
  x = 1;
  if (n == 1) goto out;
  if (n == 2) goto inside;
  while (x) {
  inside:
    x = 2;
  }
  goto again;
out:
  x = 3;
}

int run(const unsigned char *code) {
  static void *const table[] = {&&add, &&halt, &&add};
  goto *table[*code];
add:
  x++;
  code++;
  goto *table[*code];
unused:
  x = 9;
halt:
  return x;
}
