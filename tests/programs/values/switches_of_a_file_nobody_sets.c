// What is internal to a file, and what is constant, is what it is initialised with if nothing writes it: where
// a procedure is too large for conditions to be kept, too.
// VERDICT: unknown: what the library does is not known
#include <pthread.h>
#include <stdbool.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static bool uses_other_protocol;
static int mode = 2;
const int level = 1;
static int set_by_main, *chosen, chosen_by_pointer;
static long protocol, other_mode, other_level;
static long set, pointed;

static void *work(void *arg) {
  if (uses_other_protocol) protocol++;
  if (mode != 2) other_mode++;
  if (level > 1) other_level++;
  if (set_by_main) set++;           // RACE! set
  if (chosen_by_pointer) pointed++; // RACE! pointed
  return arg;
}

int main(void) {
  pthread_t t[2];
  long count;
  read_options(&count);
  set_by_main = 1;
  chosen = &chosen_by_pointer;
  *chosen = 1;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
