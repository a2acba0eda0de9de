// Returns the number of the first check that fails, 0 if all hold.
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#define CHECK(condition) \
  do {                   \
    ++number;            \
    if (!(condition)) return number; \
  } while (0)

static int zero;
static unsigned char byte = 250;
static short little = -3;
static unsigned ones = UINT_MAX;
static long long big = LLONG_MAX;
static uint64_t all = UINT64_MAX;
enum color { kRed = 3, kGreen, kBlue = -2 };
static enum color color = kBlue;

static unsigned char narrow(int value) { return value; }
static signed char narrow_signed(int value) { return value; }
static unsigned widen(short value) { return value; }
static long from_unsigned(unsigned value) { return value; }
static bool truth(int value) { return value; }

static int classify(long value) {
  switch (value) {
    case -1:
      return 10;
    case 2 ... 5:
      return 20;
    case 4000000000:
      return 30;
    case 7:
      value += 1;  // falls through
    case 9:
      return (int)value;
    default:
      return 0;
  }
}

static int switch_on_char(char c) {
  switch (c) {
    case 'a':
      return 1;
    case '\xff':
      return 2;
  }
  return 3;
}

int main(void) {
  int number = 0;
  // Conversions.
  CHECK(narrow(300) == 44);
  CHECK(narrow_signed(200) == -56);
  CHECK(widen(little) == UINT_MAX - 2);
  CHECK(from_unsigned(ones) == 4294967295L);
  CHECK(truth(256) == 1);
  CHECK((int)ones == -1);
  CHECK((unsigned char)-1 == 255);
  CHECK((int64_t)(int)0x80000000u == -2147483648LL);
  CHECK((uint32_t)(int64_t)-1 == UINT_MAX);
  CHECK((short)70000 == 4464);
  // Mixed signs.
  CHECK(!(zero - 1 < 1u));
  CHECK(little < 1);
  CHECK((unsigned)little > 1);
  CHECK(byte + 10 == 260);
  byte += 10;
  CHECK(byte == 4);
  byte--;
  byte -= 4;
  CHECK(byte == 255);
  CHECK(ones + 1 == 0);
  CHECK(ones * ones == 1);
  CHECK(0u - 1 == ones);
  CHECK(all + 2 == 1);
  CHECK(all > (uint64_t)big);
  CHECK((all >> 60) == 15);
  CHECK(all / 3 == 6148914691236517205u);
  CHECK(all % 10 == 5);
  // Rounding, shifts, bits.
  CHECK(-7 / 2 + zero == -3);
  CHECK((little * 5) / 4 == -3);
  CHECK((little * 5) % 4 == -3);
  CHECK(little >> 1 == -2);
  CHECK((ones >> 31) == 1);
  CHECK((1u << 31) + zero == 2147483648u);
  CHECK(((byte << 8) | 1) == 65281);
  CHECK(~zero == -1);
  CHECK((~byte & 0xff) == 0);
  CHECK((unsigned char)~byte == 0);
  CHECK(-(unsigned)1 == ones);
  CHECK(!zero && !!little);
  CHECK((0x0f ^ 0xff) + zero == 0xf0);
  // Order of evaluation that C fixes.
  int i = 0;
  CHECK((i++, i++, i) == 2);
  CHECK((i == 2 || i++) && i == 2);
  CHECK(!(i == 3 && i++) && i == 2);
  CHECK((zero ? i : -i) == -2);
  CHECK((i ?: 7) == 2);
  i = i++ + 5;
  CHECK(i == 7);
  int post = i--;
  CHECK(post == 7 && i == 6 && --i == 5);
  bool flag = 5;
  flag++;
  CHECK(flag == 1);
  flag--;
  CHECK(flag == 0);
  i <<= 3;
  CHECK(i == 40);
  i ^= 41;
  i |= 8;
  i %= 5;
  CHECK(i == 4);
  // Enumerations and switches.
  CHECK(color < kRed && kGreen == 4);
  CHECK(classify(-1) == 10 && classify(3) == 20 && classify(4000000000) == 30);
  CHECK(classify(7) == 8 && classify(9) == 9 && classify(6) == 0);
  CHECK(switch_on_char('a') == 1 && switch_on_char((char)255) == 2 && switch_on_char('b') == 3);
  // Loops.
  unsigned long product = 1;
  for (unsigned k = 1; k <= 20; ++k) product *= k;
  CHECK(product == 2432902008176640000);
  int turns = 0;
  for (unsigned char k = 250; k != 5; ++k) {
    if (k == 253) continue;
    ++turns;
  }
  CHECK(turns == 10);
  do {
    if (--turns == 3) break;
  } while (turns);
  CHECK(turns == 3);
again:
  if (turns-- > 0) goto again;
  CHECK(turns == -1);
  return 0;
}
