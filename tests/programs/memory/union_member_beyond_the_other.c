// The byte that main reads lies behind the smaller member, which the thread writes.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

union word {
  uint32_t whole;
  uint8_t bytes[8];
};
union word word;

void *fill(void *arg) {
  word.whole = 0x01020304u;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, fill, NULL);
  printf("%d\n", word.bytes[6]);
  pthread_join(t, NULL);
  return 0;
}
