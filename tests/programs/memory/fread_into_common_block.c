// TODAY: unknown: what functions of the library return is not any number
// fread writes the block that main looks into.
#include <pthread.h>
#include <stdio.h>

static unsigned char block[16];

static void *load(void *arg) {
  FILE *in = fopen("/dev/zero", "rb");
  if (in == NULL) return NULL;
  size_t got = fread(block, 1, sizeof block, in); // RACE! block[]
  fclose(in);
  return got > 0 ? arg : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, load, NULL);
  int first = block[0]; // RACE! block[]
  pthread_join(t, NULL);
  return first;
}
