// What functions do that look into texts, take them apart, make them of numbers and numbers of them.
// Returns the number of the first check that fails, 0 if all hold.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define CHECK(condition) \
  do {                   \
    ++number;            \
    if (!(condition)) return number; \
  } while (0)

static int sum(int count, ...) {
  va_list numbers, again;
  int total = 0;
  va_start(numbers, count);
  va_copy(again, numbers);
  for (int i = 0; i < count; i++) total += va_arg(numbers, int);
  for (int i = 0; i < count; i++) total += 10 * va_arg(again, int);
  va_end(again);
  va_end(numbers);
  return total;
}

static int print(char *to, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(to, room, format, arguments);
  va_end(arguments);
  return length;
}

static int check_places(int number) {
  const char *text = "one, two; two";
  CHECK(strchr(text, ',') == text + 3);
  CHECK(strrchr(text, 't') == text + 10);
  CHECK(strchr(text, 'x') == NULL);
  CHECK(strchrnul(text, 'x') == text + 13);
  CHECK(strstr(text, "two") == text + 5);
  CHECK(strcasestr(text, "TWO") == text + 5);
  CHECK(strpbrk(text, ";,") == text + 3);
  CHECK(strspn(text, "eno") == 3);
  CHECK(strcspn(text, ";") == 8);
  CHECK(strnlen(text, 4) == 4);
  CHECK(strnlen(text, 99) == 13);
  CHECK(memchr(text, 'w', 13) == text + 6);
  CHECK(memchr(text, 'w', 3) == NULL);
  CHECK(memrchr(text, 'w', 13) == text + 11);
  CHECK(memcmp(text + 5, text + 10, 3) == 0);
  CHECK(bcmp(text, text + 1, 2) != 0);
  CHECK(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0);
  CHECK(strncasecmp("ABc", "abd", 2) == 0);
  const char unended[2] = {'a', 'b'};
  CHECK(strncmp(unended, "abc", 2) == 0);
  return 0;
}

static int check_copies(int number) {
  char text[16];
  CHECK(stpcpy(text, "ab") == text + 2);
  CHECK(strcmp(strncat(text, "cdef", 2), "abcd") == 0);
  CHECK(strcmp(strcat(text, "!"), "abcd!") == 0);
  memset(text, 'x', sizeof text);
  strncpy(text, "hello", 8);
  CHECK(text[4] == 'o' && text[5] == 0 && text[7] == 0 && text[8] == 'x');
  strncpy(text, "hello", 2);
  CHECK(text[1] == 'e' && text[2] == 'l');
  CHECK(mempcpy(text, "xyz", 4) == text + 4);
  CHECK(text[2] == 'z' && text[3] == 0);
  bzero(text, sizeof text);
  CHECK(text[0] == 0 && text[15] == 0);
  char *copy = strndup("abcdef", 3);
  CHECK(strcmp(copy, "abc") == 0);
  free(copy);
  copy = strdup("");
  CHECK(*copy == 0);
  free(copy);
  return 0;
}

static int check_tokens(int number) {
  char text[] = "a,,b;c", fields[] = "x::y", *next = fields, *rest = NULL;
  CHECK(strcmp(strtok(text, ",;"), "a") == 0);
  CHECK(strcmp(strtok(NULL, ",;"), "b") == 0);
  CHECK(strcmp(strtok(NULL, ",;"), "c") == 0);
  CHECK(strtok(NULL, ",;") == NULL);
  CHECK(strcmp(strsep(&next, ":"), "x") == 0);
  CHECK(*strsep(&next, ":") == 0);
  CHECK(strcmp(strsep(&next, ":"), "y") == 0);
  CHECK(next == NULL && strsep(&next, ":") == NULL);
  char words[] = " p q";
  CHECK(strcmp(strtok_r(words, " ", &rest), "p") == 0);
  CHECK(strcmp(strtok_r(NULL, " ", &rest), "q") == 0);
  CHECK(strtok_r(NULL, " ", &rest) == NULL);
  return 0;
}

static int check_numbers(int number) {
  char *end = NULL;
  CHECK(strtol(" -12x", &end, 10) == -12 && *end == 'x');
  CHECK(strtoul("0x1f", &end, 0) == 31 && *end == 0);
  CHECK(strtol("777", NULL, 8) == 511);
  CHECK(strtol("none", &end, 10) == 0 && *end == 'n');
  CHECK(strtoull("18446744073709551615", NULL, 10) == ULLONG_MAX);
  errno = 0;
  CHECK(strtol("5", NULL, 10) == 5 && errno == 0);
  CHECK(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
  strtod("1.5e1;", &end);
  CHECK(*end == ';');
  CHECK(atoi("42 apples") == 42 && atol("-7") == -7);
  const div_t parts = div(-7, 2);
  CHECK(parts.quot == -3 && parts.rem == -1);
  const ldiv_t large = ldiv(1L << 40, 3);
  CHECK(large.quot == (1L << 40) / 3 && large.rem == (1L << 40) % 3);
  CHECK(isdigit('7') && !isdigit('x') && isspace('\n') && toupper('a') == 'A' && isxdigit('F'));
  return 0;
}

static int check_formats(int number) {
  char text[32];
  CHECK(snprintf(text, sizeof text, "%d-%s", 3, "abc") == 5 && strcmp(text, "3-abc") == 0);
  CHECK(snprintf(text, 4, "%s", "abcdef") == 6 && strcmp(text, "abc") == 0);
  CHECK(snprintf(NULL, 0, "%05u", 42u) == 5);
  CHECK(sprintf(text, "%c|%-3d|%3s|%02x|%lu|%zu", 'c', 1, "z", 10, 5ul, (size_t)6) == 16);
  CHECK(strcmp(text, "c|1  |  z|0a|5|6") == 0);
  CHECK(snprintf(text, sizeof text, "%*d|%.*s", 4, 7, 2, "abc") == 7);
  CHECK(strcmp(text, "   7|ab") == 0);
  CHECK(sum(3, 1, 2, 3) == 66);
  CHECK(print(text, sizeof text, "%s=%ld", "n", -4L) == 4 && strcmp(text, "n=-4") == 0);
  CHECK(printf("%s\n", "x") == 2);
  return 0;
}

static int check_scans(int number) {
  int first = 0, second = 0;
  unsigned hex = 0;
  long large = 0;
  char word[8] = "", letter = 0;
  CHECK(sscanf("12 abc x", "%d %7s %c", &first, word, &letter) == 3);
  CHECK(first == 12 && strcmp(word, "abc") == 0 && letter == 'x');
  CHECK(sscanf("12:34", "%d:%d", &first, &second) == 2 && second == 34);
  CHECK(sscanf("12;34", "%d:%d", &first, &second) == 1);
  CHECK(sscanf("ff 5000000000", "%x %ld", &hex, &large) == 2);
  CHECK(hex == 255 && large == 5000000000);
  CHECK(sscanf("12345", "%2d%*d", &first) == 1 && first == 12);
  CHECK(sscanf("", "%d", &first) == EOF);
  CHECK(sscanf("x", "%d", &first) == 0);
  return 0;
}

int main(void) {
  int failed = check_places(0);
  if (failed == 0) failed = check_copies(100);
  if (failed == 0) failed = check_tokens(200);
  if (failed == 0) failed = check_numbers(300);
  if (failed == 0) failed = check_formats(400);
  if (failed == 0) failed = check_scans(500);
  return failed;
}
