// A picture is filled and then worked on in bands. Each band ends with the first row of the next
// one, far behind where an execution of usual length has come to.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 400
#define HEIGHT 40
#define BANDS 4

struct band {
  unsigned char *pixels;
  int first, last;
  pthread_t thread;
};

void *darken(void *arg) {
  struct band *band = arg;
  for (int y = band->first; y <= band->last && y < HEIGHT; y++) {
    unsigned char *row = band->pixels + (size_t)y * WIDTH;
    for (int x = 0; x < WIDTH; x++) row[x] = row[x] / 2;  // RACE! row[x]
  }
  return NULL;
}

int main(void) {
  unsigned char *pixels = malloc(WIDTH * HEIGHT);
  struct band *bands = calloc(BANDS, sizeof *bands);
  long sum = 0;
  if (pixels == NULL || bands == NULL) return 1;
  for (int i = 0; i < WIDTH * HEIGHT; i++) pixels[i] = i % 256;
  for (int i = 0; i < BANDS; i++) {
    bands[i].pixels = pixels;
    bands[i].first = i * HEIGHT / BANDS;
    bands[i].last = (i + 1) * HEIGHT / BANDS;
    pthread_create(&bands[i].thread, NULL, darken, &bands[i]);
  }
  for (int i = 0; i < BANDS; i++) pthread_join(bands[i].thread, NULL);
  for (int i = 0; i < WIDTH * HEIGHT; i++) sum += pixels[i];
  printf("%ld\n", sum);
  free(bands);
  free(pixels);
  return 0;
}
