// Ranges, fallthrough, a default in the middle, an enum, a switch in a switch.
enum kind { NONE, SOME, MANY };
int x, y;

int choose(int n, enum kind kind) {
  switch (n) {
    case -1:
    case 0:
      x = 1;
    case 4 ... 7:
      x = 2;
      break;
    default:
      x = 3;
      switch (kind) {
        case SOME:
          return 1;
        case MANY:
          break;
        case NONE:;
      }
      y = 1;
    case 100:
      y = 2;
  }
  return 0;
}

void ranges(unsigned long u, int n) {
  switch (u) {
    case 10 ... 0xfffffffffffffffful:
      x = 1;
      break;
    case 0 ... 9:
      x = 2;
  }
  switch (n) {
    case 5 ... 3:  // empty
      x = 3;
    case 8:
      x = 4;
  }
}

void late(unsigned char c) {
  switch (c)
  case 200: y = 4;
}
