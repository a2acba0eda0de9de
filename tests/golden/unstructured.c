// Duff's device, and a computed goto by differences of local labels.
int x;

void device(int n) {
  switch (n & 3) {
    case 0:
      do {
        x++;
        case 3:
          x += 3;
        case 2:
          x += 2;
      } while (--n > 0);
  }
}

int difference(int n) {
  __label__ first, second;
  static const int offsets[] = {&&first - &&first, &&second - &&first};
  goto *(&&first + offsets[n]);
first:
  x = 1;
second:
  return x;
}
