// Different members of a union are the same bytes.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

union word {
  uint32_t whole;
  uint8_t bytes[8];
};
union word word;

void *fill(void *arg) {
  word.whole = 0x01020304u; // RACE! word.whole
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, fill, NULL);
  printf("%d\n", word.bytes[1]); // RACE! word.whole
  pthread_join(t, NULL);
  return 0;
}
